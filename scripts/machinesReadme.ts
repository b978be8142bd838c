import { globSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { StateMachine } from 'xstate'
import type { AnyStateMachine } from 'xstate'
import { mermaidOf } from './mermaid.ts'

const starters = ['client', 'machines', 'server']

const root = new URL('..', import.meta.url)
const folder = new URL('machines/', root)

export const machinesReadmePath = new URL('README.md', folder)

/** `machines/README.md`, from the machines themselves. */
export async function machinesReadme(): Promise<string> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const sections = await Promise.all(files.map(sectionsOf))
  return `${introduction}\n${sections.flat().join('\n')}`
}

const introduction = `# Machines

Behaviour without effects: state machines for [XState](https://stately.ai/docs) that serve the server and the browser
alike. Effects arrive by \`.provide()\`. Start a machine from its **input** on both sides, never from a persisted snapshot: a
restored snapshot does not re-arm \`after\` timers and runs promise actors twice. Views ask tags and the
selectors exported beside each machine, not the names of states.

What is started in \`client/\` is started on both sides: by the server when it renders the page, and by the browser when it takes
it over. What no page starts is drawn from a table in \`shared/\`, which the platform enforces and its machine is made of: the rules
stand there alone, and tests walk the machine to hold that both say the same. \`npm run machines\` writes this page from the machines themselves; a test fails when it is stale.
`

async function sectionsOf(file: string): Promise<string[]> {
  const exported: Record<string, unknown> = await import(new URL(file, folder).href)
  return Object.entries(exported)
    .filter((entry): entry is [string, AnyStateMachine] => entry[1] instanceof StateMachine)
    .map(([name, machine]) => sectionOf(file, name, machine))
}

/** The files that take the machine itself, not only its types: they start it. */
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
  if (files.length === 0) return 'which no page starts: the platform enforces its table'
  return `started in ${files.map(startOf).join(', ')}`
}

const sectionOf = (file: string, name: string, machine: AnyStateMachine) => `## ${name}

${machine.config.description} [${file}](${file}), ${startsOf(name)}.

\`\`\`mermaid
${mermaidOf(machine)}
\`\`\`
`
