import { bootstrap } from './bootstrap.mjs'
import { runScript } from './sentence.mjs'

// Seals what is kept in confidence with the first of SECRET_KEYS, or counts by key what there is.
await runScript(async () => {
  await bootstrap()
  await import('#server/platform/keys/main.ts')
})
