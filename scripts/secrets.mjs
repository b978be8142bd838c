import { bootstrap } from './bootstrap.mjs'
import { runScript, Sentence } from './sentence.mjs'

const usage = 'npm run secrets -- count, or npm run secrets -- rotate'

// Seals what is kept in confidence with the first of SECRET_KEYS, or counts by key what there is.
await runScript(async () => {
  await bootstrap()
  const [command, ...more] = process.argv.slice(2)
  if ((command !== 'count' && command !== 'rotate') || more.length > 0)
    throw new Sentence(
      `These arguments are not known: ${process.argv.slice(2).join(' ') || '(none)'}. It is: ${usage}`,
    )
  const { runSecrets } = await import('#server/platform/secrets/command.ts')
  const { count, damaged, first, used } = await runSecrets(command, process.env, (done) =>
    console.log(`${done} sealed anew so far`),
  ).catch((/** @type {unknown} */ error) => {
    const isTold = error instanceof Error && error.name === 'StartFailure'
    throw isTold ? new Sentence(error.message, { cause: error }) : error
  })
  if (command === 'rotate') console.log(`${count} secrets were sealed anew with key ${first}.`)
  if (damaged.length > 0)
    console.log(`These do not open and were left; give them again: ${damaged.join(', ')}`)
  const counts = [...new Map([[first, 0], ...used])].map(([key, many]) => `${key} (${many})`)
  console.log(`Keys in use: ${counts.join(', ')}. Keys that are not named here may go.`)
})
