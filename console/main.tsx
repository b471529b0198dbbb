import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { listenForShortcuts } from "./app/shortcuts.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("the page has no root element");
listenForShortcuts();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
