import { globSync, readFileSync } from 'node:fs'
import { StateMachine } from 'xstate'
import type { AnyStateMachine } from 'xstate'
import { renderMermaid } from './renderMermaid.ts'

const treesWithStarters = ['client', 'machines', 'server']

const root = new URL('../..', import.meta.url)
const folder = new URL('machines/', root)

export const machinesReadmePath = new URL('README.md', folder)

/**
 * Builds `machines/README.md` from the machines: those that pages start, then the state tables that
 * only the platform enforces.
 */
export async function buildMachinesReadme(): Promise<string> {
  const files = globSync(['*.ts', '*/index.ts'], { cwd: folder }).sort()
  const machines = (await Promise.all(files.map(findMachines))).flat()
  const [started, tables] = [true, false].map((isStarted) =>
    machines.filter(({ starters }) => starters.length > 0 === isStarted).map(buildSection),
  )
  return [introduction, ...(started ?? []), `${tablesHeading}\n`, ...(tables ?? [])].join('\n')
}

const introduction = `# Machines

Behavior without effects: [XState](https://stately.ai/docs) state machines that the server and the browser share.
\`npm run machines\` draws this page from them, and a test fails when it's out of date.

Read these three files first: \`button.ts\` (a small machine), \`recordForm/index.ts\` (the form of a record), and
\`integration.ts\` (a machine made from a table).

- Pass effects in with \`.provide()\`.
- Start a machine from its **input** on both sides, never from a saved snapshot. A restored snapshot doesn't restart
  \`after\` timers and runs promise actors twice.
- Views ask the tags and selectors next to each machine, not the names of its states.
- A machine that a file in \`client/\` starts runs on both sides: on the server while it renders the page, and in the
  browser from then on.
- The rest are **state tables of the platform**, at the end of this page. The rules are in a table in \`shared/\`, which
  the platform enforces; the machine is made from that table, so the diagram and the tests that walk it can't differ.

# Machines that pages start
`

const tablesHeading = '# State tables of the platform'

type FoundMachine = { file: string; name: string; machine: AnyStateMachine; starters: string[] }

async function findMachines(file: string): Promise<FoundMachine[]> {
  const exported: Record<string, unknown> = await import(new URL(file, folder).href)
  return Object.entries(exported)
    .filter((entry): entry is [string, AnyStateMachine] => entry[1] instanceof StateMachine)
    .map(([name, machine]) => ({ file, name, machine, starters: findStarters(name) }))
}

/**
 * Returns the files that import the machine as a value, not only its types, because those start it.
 */
export function findStarters(name: string): string[] {
  const valueImport = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '#?[^']*'`)
  return treesWithStarters
    .flatMap((tree) => globSync(`${tree}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => valueImport.test(readFileSync(new URL(file, root), 'utf8')))
    .sort()
}

const formatStarter = (file: string) =>
  `[${file}](../${file})${file.startsWith('server/') ? ' (server)' : ''}`

const buildSection = ({ file, name, machine, starters }: FoundMachine) =>
  [
    `## ${name}`,
    '',
    [
      machine.config.description,
      `Defined in [${file}](${file}).`,
      ...(starters.length > 0 ? [`Started in ${starters.map(formatStarter).join(', ')}.`] : []),
    ].join(' '),
    '',
    '```mermaid',
    renderMermaid(machine),
    '```',
    '',
  ].join('\n')
