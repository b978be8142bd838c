import { StartupError } from '../settings.ts'
import { runSecretsCommand } from './command.ts'

// `npm run secrets`; in the image, `node dist/platform/secrets.js`.
try {
  await runSecretsCommand(process.argv.slice(2), process.env, (line) => console.log(line))
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
}
