# The console and, as a second target, the reference platform; server/docs/deploy.md says how to run them.
#   docker build -t console .                        the console
#   docker build -t platform --target platform .     the reference platform
# Both run as an unprivileged user with a read-only file system. Only the platform writes, to /data.
# Images are pinned by digest, so that a build gets what was tested. Update both digests with each Node release.

FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# Node and its libraries, without npm and headers, which are a third of the official Node image.
FROM debian:bookworm-slim@sha256:96e378d7e6531ac9a15ad505478fcc2e69f371b10f5cdf87857c4b8188404716 AS runtime
COPY --from=build /usr/local/bin/node /usr/local/bin/
ENV NODE_ENV=production
WORKDIR /app

FROM runtime AS platform
# Deployments have stores of their own, so they get no demo data.
ENV PLATFORM_HOST=0.0.0.0 PLATFORM_PORT=3001 DATA_DIR=/data DEMO_DATA=none
# The embedded database loads its WebAssembly from its own folder, so it isn't bundled.
COPY --from=build /app/node_modules/@electric-sql node_modules/@electric-sql
# sharp is native code, so it and what it loads aren't bundled either.
COPY --from=build /app/node_modules/sharp node_modules/sharp
COPY --from=build /app/node_modules/@img node_modules/@img
COPY --from=build /app/node_modules/detect-libc node_modules/detect-libc
COPY --from=build /app/node_modules/semver node_modules/semver
COPY --from=build /app/dist/platform dist/platform
RUN install -d -o 1000 -g 1000 -m 0700 /data
USER 1000:1000
VOLUME /data
EXPOSE 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PLATFORM_PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/platform/main.js"]

FROM runtime AS console
ENV HOST=0.0.0.0 PORT=3000 MALLOC_ARENA_MAX=2
COPY --from=build /app/dist/server dist/server
COPY --from=build /app/dist/client dist/client
COPY --from=build /app/dist/manifest.json dist/manifest.json
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# scripts/programs.mjs explains the heap sizes and MALLOC_ARENA_MAX.
CMD ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "--max-old-space-size=160", "--heap-growing-percent=100", "dist/server/main.js"]
