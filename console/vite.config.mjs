import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The server that `vite dev` sends API requests to. */
const SERVER = "http://127.0.0.1:8080";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: "es2023",
    assetsDir: "assets",
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // The dev server also serves the vocabulary in src/model.
  server: { fs: { allow: [".."] }, proxy: { "/api": SERVER, "/docs": SERVER, "/favicon.svg": SERVER } },
});
