# Parapet as a container image. docs/operate.md has the commands; .dockerignore lists everything that is sent to the build.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json tsconfig.json tsconfig.build.json ./
COPY scripts/build.mjs scripts/build.mjs
COPY src src
COPY console console
COPY rules rules
# Installing compiles src/ and console/; afterwards only what the service needs at run time stays.
RUN npm ci --no-audit --no-fund && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production PARAPET_HOST=0.0.0.0 PARAPET_DATA_DIR=/var/lib/parapet
WORKDIR /opt/parapet
COPY package.json LICENSE ./
COPY rules rules
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
RUN install -d -o node -g node -m 0700 /var/lib/parapet
USER node
VOLUME /var/lib/parapet
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PARAPET_PORT || 8080}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/opt/parapet/dist/main.js"]
CMD ["serve"]
