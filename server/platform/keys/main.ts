import { StartFailure } from '../settings.ts'
import { runSecrets } from './command.ts'

// `npm run secrets`, and of the image `node dist/platform/secrets.js`.
try {
  await runSecrets(process.argv.slice(2), process.env, (line) => console.log(line))
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error)
  process.exit(1)
}
