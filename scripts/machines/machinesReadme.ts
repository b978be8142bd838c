import { globSync, readFileSync } from 'node:fs'
import { StateMachine } from 'xstate'
import type { AnyStateMachine } from 'xstate'
import { mermaidOf } from './mermaid.ts'

const starters = ['client', 'machines', 'server']

const root = new URL('../..', import.meta.url)
const folder = new URL('machines/', root)

export const machinesReadmePath = new URL('README.md', folder)

/** Builds `machines/README.md` from the machines. */
export async function machinesReadme(): Promise<string> {
  const files = globSync(['*.ts', '*/index.ts'], { cwd: folder }).sort()
  const sections = await Promise.all(files.map(sectionsOf))
  return `${introduction}\n${sections.flat().join('\n')}`
}

const introduction = `# Machines

Behavior without effects: [XState](https://stately.ai/docs) state machines that the server and the browser share.
\`npm run machines\` draws this page from them, and a test fails when it's out of date.

Read these three files first: \`button.ts\` (a small machine), \`recordForm.ts\` (the form of a record), and
\`integration.ts\` (a machine made from a table).

- Pass effects in with \`.provide()\`.
- Start a machine from its **input** on both sides, never from a saved snapshot. A restored snapshot doesn't restart
  \`after\` timers and runs promise actors twice.
- Views ask the tags and selectors next to each machine, not the names of its states.
- A machine that a file in \`client/\` starts runs on both sides: on the server while it renders the page, and in the
  browser from then on.
- A machine that no page starts is made from a table in \`shared/\`, which the platform enforces. The rules are only
  there, and tests walk the machine to check that both agree.
`

async function sectionsOf(file: string): Promise<string[]> {
  const exported: Record<string, unknown> = await import(new URL(file, folder).href)
  return Object.entries(exported)
    .filter((entry): entry is [string, AnyStateMachine] => entry[1] instanceof StateMachine)
    .map(([name, machine]) => sectionOf(file, name, machine))
}

/**
 * Returns the files that import the machine as a value, not only its types, because those start it.
 */
export function startedIn(name: string): string[] {
  const takes = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '#?[^']*'`)
  return starters
    .flatMap((top) => globSync(`${top}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => takes.test(readFileSync(new URL(file, root), 'utf8')))
    .sort()
}

const startOf = (file: string) =>
  `[${file}](../${file})${file.startsWith('server/') ? ' (server)' : ''}`

const startsOf = (name: string) => {
  const files = startedIn(name)
  if (files.length === 0) return 'No page starts this machine. The platform enforces its table.'
  return `Started in ${files.map(startOf).join(', ')}.`
}

const sectionOf = (file: string, name: string, machine: AnyStateMachine) =>
  [
    `## ${name}`,
    '',
    `${machine.config.description} Defined in [${file}](${file}). ${startsOf(name)}`,
    '',
    '```mermaid',
    mermaidOf(machine),
    '```',
    '',
  ].join('\n')
