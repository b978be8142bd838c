import { bootstrap } from './bootstrap.mjs'
import { runScript } from './userError.mjs'

// Encrypts secrets with the first of SECRET_KEYS, or counts them by key.
await runScript(async () => {
  await bootstrap()
  await import('#server/platform/keys/main.ts')
})
