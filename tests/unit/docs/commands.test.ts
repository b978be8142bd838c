import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { defaultPorts } from '#scripts/mockProviders/ports.ts'

const read = (file: string) => readFileSync(file, 'utf8')

/** Returns the code in the first cell of each table row. */
const findFirstCells = (text: string) =>
  [...text.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  )

const listFolders = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

describe('scripts/README.md', () => {
  const readme = read('scripts/README.md')
  const rows = findFirstCells(readme)

  test('explains every npm script', () => {
    const commands = Object.keys(JSON.parse(read('package.json')).scripts).map((name) =>
      name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`,
    )
    expect(commands.filter((command) => !rows.includes(command))).toEqual([])
  })

  test('names every option', () => {
    const options = globSync('scripts/{*.mjs,*/main.ts}').flatMap((file) =>
      [...read(file).matchAll(/'?([\w-]+)'?: \{ (?:type: '|least: )/g)].map(
        ([, name = '']) => `--${name}`,
      ),
    )
    expect(options.length).toBeGreaterThan(8)
    expect(
      options.filter((option) => option !== '--help' && !readme.includes(`\`${option}`)),
    ).toEqual([])
  })

  test('has every mock provider with its port', () => {
    const listedNames = rows.filter((name) => name in defaultPorts)
    expect(listedNames.toSorted()).toEqual(Object.keys(defaultPorts).toSorted())
    const [first, last] = ['stripe', 'braintree'].map((name) => defaultPorts[name])
    expect(readme).toContain(`| ${first} to ${last} |`)
    for (const [name, port] of Object.entries(defaultPorts))
      if (rows.includes(name) && readme.includes(`| \`${name}\` |`))
        expect(readme).toContain(`| \`${name}\` | ${port} |`)
  })
})

test('scripts/bench/README.md explains every part', () => {
  const parts = [...read('scripts/bench.mjs').matchAll(/^ {2}(\w+): async \(\)/gm)]
  expect(parts.length).toBeGreaterThan(5)
  const rows = findFirstCells(read('scripts/bench/README.md'))
  expect(parts.map(([, name = '']) => name).filter((name) => !rows.includes(name))).toEqual([])
})

describe('tests/README.md', () => {
  const readme = read('tests/README.md')

  test('explains every folder', () => {
    const rows = findFirstCells(readme).join(' ')
    const missing = listFolders('tests').filter((name) => !`${rows} ${readme}`.includes(`${name}/`))
    expect(missing).toEqual([])
  })

  test('shows lines of a test that exists', () => {
    const [, block = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
    const [first = '', ...lines] = block.trim().split('\n')
    const source = read(first.replace('// ', '')).split('\n')
    expect(lines.filter((line) => line.trim() !== '// ...' && !source.includes(line))).toEqual([])
  })

  test('no test replaces a module', () => {
    const mockingFiles = globSync('tests/**/*.{ts,tsx}').filter((file) =>
      /\bvi\.mock\(/.test(read(file)),
    )
    expect(mockingFiles).toEqual([])
  })
})

test('client/README.md explains every folder', () => {
  const rows = findFirstCells(read('client/README.md'))
  expect(listFolders('client').filter((name) => !rows.includes(`${name}/`))).toEqual([])
})
