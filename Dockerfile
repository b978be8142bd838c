# The console and, as a second target, the reference platform.
#   docker build -t console .                        the console
#   docker build -t platform --target platform .     the reference platform
# Both run as an unprivileged user on a read-only root file system; the platform writes to /data alone.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev
COPY . .
RUN npm run build

FROM node:24-slim AS platform-modules
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-slim AS platform
ENV NODE_ENV=production PLATFORM_HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
# The embedded database finds its WebAssembly beside its own module, so this one package stays a package.
COPY --from=platform-modules /app/node_modules/@electric-sql node_modules/@electric-sql
COPY --from=build /app/dist/platform dist/platform
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3001
HEALTHCHECK --interval=10s --timeout=2s CMD ["node", "-e", "fetch('http://127.0.0.1:3001/openapi.json').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/platform/main.js"]

FROM node:24-slim AS console
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/dist/server dist/server
COPY --from=build /app/dist/client dist/client
COPY --from=build /app/dist/manifest.json dist/manifest.json
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=2s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
