import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { menuGroups } from '#shared/navigation/routes.ts'
import { findLanguageErrors } from '#scripts/strings/languageErrors.ts'
import { retentionRules } from '#server/platform/core/platform/retention.ts'

const read = (file: string) => readFileSync(file, 'utf8')

const isSkipped = (name: string) =>
  /^(node_modules|dist|\.(?!ci$).+)$/.test(name.split('/').at(-1) ?? '')
const pages = globSync('**/*.md', { exclude: isSkipped }).toSorted()

const fence = /^ *```[^\n]*\n[\s\S]*?^ *```$/gm
const withoutBlocks = (text: string) => text.replaceAll(fence, '')
const withoutCode = (text: string) => withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '')
const findInlineCode = (text: string) =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

/** Returns the anchors that GitHub makes of a page's headings. */
function getAnchors(page: string): Set<string> {
  const headings = withoutBlocks(read(page)).matchAll(/^#+ (.+)$/gm)
  return new Set(
    Array.from(headings, ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** Returns a page's links and images that point to nothing in the project. */
function findBrokenLinks(page: string): string[] {
  const links = withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)
  return [...links].flatMap(([, link, attribute]) => {
    const target = link ?? attribute ?? ''
    if (/^[a-z]+:/.test(target)) return []
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? page : relative('.', resolve(dirname(page), path))
    if (!existsSync(file)) return [`${page}: ${target}`]
    return anchor === undefined || getAnchors(file).has(anchor) ? [] : [`${page}: ${target}`]
  })
}

const folders = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !isSkipped(entry.name))
  .map(({ name }) => name)

const isSourceFile = (path: string) => /\.(ts|tsx|mjs|json|conf|md|css\.ts)$/.test(path)

/** Returns whether inline code is a path: a source file, or a folder from the top. */
function isPath(code: string): boolean {
  if (!/^[\w.@#-]+(\/[\w.-]*)*$/.test(code)) return false
  if (isSourceFile(code)) return true
  if (code.endsWith('...')) return false
  return code.includes('/') && folders.includes(code.split('/')[0] ?? '')
}

/** Replaces a part in capitals, as in `shared/areas/NAME.ts`, with a wildcard. */
const toPattern = (path: string) => path.replaceAll(/(?<=^|\/|\b)[A-Z]{4,}(?=\b)/g, '*')

/** Files of operators' packages and of the build, which aren't in the repository. */
const foreignFiles = ['theme.json', 'sbom.cdx.json']

const sourceNames = new Set(
  globSync('{*,{client,machines,scripts,server,shared,tests}/**/*}').map((file) => basename(file)),
)

/** Finds paths that exist neither from the top nor from the page. A bare name can be any file's. */
function findMissingPaths(page: string): string[] {
  const paths = findInlineCode(read(page)).map((code) => code.replace(/^#/, ''))
  return paths.filter(isPath).flatMap((path) => {
    if (!path.includes('/') && (sourceNames.has(path) || foreignFiles.includes(path))) return []
    const places = [path, join(dirname(page), path)]
    const isFound = places.some(
      (place) => existsSync(place) || globSync(toPattern(place)).length > 0,
    )
    return isFound ? [] : [`${page}: ${path}`]
  })
}

const scripts = new Set(Object.keys(JSON.parse(read('package.json')).scripts))
const findUnknownCommands = (page: string): string[] =>
  [...read(page).matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)]
    .map(([, name, short]) => name ?? short ?? '')
    .filter((name) => !scripts.has(name))
    .map((name) => `${page}: npm run ${name}`)

/** Returns a page's blocks of text, without code and links. */
function readProse(page: string): string[] {
  const blocks = withoutBlocks(read(page)).split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=\|)/)
  const cells = blocks.flatMap((block) => (block.startsWith('|') ? block.split('|') : [block]))
  return cells.map((cell) =>
    cell
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/`[^`]*`/g, 'CODE')
      .replace(/^\s*(?:[-*#]+|\d+\.)\s+/, '')
      .replaceAll('**', '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

/** Sentences of a page follow others, so they can start with It. Headings can start with What. */
const isForScreensOnly = (error: string) => /^(starts with|is a fragment)/.test(error)

function findFaultsInProse(page: string): string[] {
  return readProse(page).flatMap((text) => {
    const errors = findLanguageErrors({ text, kind: 'error' }).filter(
      (one) => !isForScreensOnly(one),
    )
    return errors.length === 0 ? [] : [`${page} ${errors.join(', ')}: ${text}`]
  })
}

describe('Every page', () => {
  test('is found', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'server/docs/deploy.md']))
  })

  test('links to files and headings that exist', () => {
    expect(pages.flatMap(findBrokenLinks)).toEqual([])
  })

  test('names files and folders that exist', () => {
    expect(pages.flatMap(findMissingPaths)).toEqual([])
  })

  test('names npm scripts that exist', () => {
    expect(pages.flatMap(findUnknownCommands)).toEqual([])
  })

  test('is in plain English, by the same rules as the product', () => {
    // Its diagrams consist of event names.
    const written = pages.filter((page) => page !== 'machines/README.md')
    expect(written.flatMap(findFaultsInProse)).toEqual([])
  })
})

const isProse = (line: string) => !line.startsWith('|')

describe('README.md', () => {
  test('names every group of the menu', () => {
    const rows = read('README.md')
      .split('\n')
      .map((line) => line.split(' | ')[0])
    expect(menuGroups.filter((group) => !rows.includes(`| ${group}`))).toEqual([])
  })

  const lines = read('README.md').trimEnd().split('\n')

  test('has at most 150 lines', () => {
    expect(lines.length).toBeLessThanOrEqual(150)
  })

  test('has lines of at most 120 characters outside of tables', () => {
    expect(lines.filter((line) => isProse(line) && line.length > 120)).toEqual([])
  })
})

/** Returns a page's text under a heading, up to the next heading of the same level. */
function readSection(page: string, heading: string): string {
  const [, text = ''] = read(page).split(`\n${heading}\n`)
  const level = /^#+/.exec(heading)?.[0] ?? ''
  return text.split(`\n${level} `)[0] ?? ''
}

/** Returns the settings that a program reads. */
function findSettings(file: string): string[] {
  const names = [
    ...read(file).matchAll(
      /\b(?:getSetting|read|readSetting|assertSetting|readDatabaseUrl|readTimeout)\(\s*'([A-Z_]+)'|environment\['([A-Z_]+)'\]/g,
    ),
  ].map(([, name, other]) => name ?? other ?? '')
  const retention = file.includes('platform')
    ? Object.values(retentionRules).map(({ setting }) => setting)
    : []
  return [...new Set([...names, ...retention])]
}

/** Returns the settings in the tables of a text, each with its row. */
function findSettingRows(text: string): Map<string, string> {
  const rows = text.split('\n').filter((line) => line.startsWith('| `'))
  return new Map(
    rows.flatMap((row) =>
      [...(row.split(' | ')[0] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => [name, row]),
    ),
  )
}

test('README.md lists eight settings from the full list', () => {
  const listed = findSettingRows(read('README.md'))
  const all = findSettingRows(read('server/docs/configuration.md'))
  expect(listed.size).toBe(8)
  expect([...listed.keys()].filter((name) => !all.has(name))).toEqual([])
})

/** Only scripts set `PARENT_PID`. The platform needs the console's address only for email links. */
const unlisted: Readonly<Record<string, readonly string[]>> = {
  'server/console/settings.ts': ['PARENT_PID'],
  'server/platform/settings.ts': ['PARENT_PID', 'HOST', 'PORT', 'NODE_ENV'],
}

const configuration = 'server/docs/configuration.md'

describe(configuration, () => {
  test.each([
    ['## The console', 'server/console/settings.ts'],
    ['## The reference platform', 'server/platform/settings.ts'],
  ])('lists under "%s" every setting that %s reads, and no other', (heading, file) => {
    const text = readSection(configuration, heading)
    const settings = findSettings(file)
    expect(settings.length).toBeGreaterThan(10)
    expect([...findSettingRows(text).keys()].toSorted()).toEqual(
      settings.filter((name) => !unlisted[file]?.includes(name)).toSorted(),
    )
  })

  test('has the default and the minimum of every retention', () => {
    const rows = findSettingRows(readSection(configuration, '### Retention'))
    for (const { setting, defaultDays, minDays } of Object.values(retentionRules))
      expect(rows.get(setting)).toContain(
        `| \`${setting}\` | ${defaultDays ?? '`off`'} | ${minDays} |`,
      )
  })
})

test('server/docs/metrics.md lists every metric and every reason of a failure', () => {
  const page = read('server/docs/metrics.md')
  const source = read('server/console/process/metrics.ts')
  const names = [...source.matchAll(/name: '(console_\w+)'/g)].map(([, name = '']) => name)
  const rejections = /const upstreamRejections = \{([\s\S]*?)\n\}/.exec(
    read('server/console/proxy/upstreamError.ts'),
  )?.[1]
  const codes = [...(rejections ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, code = '']) => code)
  expect(names.length).toBeGreaterThan(2)
  expect(codes.length).toBeGreaterThan(3)
  expect(names.filter((name) => !page.includes(`\`${name}`))).toEqual([])
  expect([...codes, 'cancelled'].filter((code) => !page.includes(`| \`${code}\` |`))).toEqual([])
  const [, buckets = ''] = /const buckets = \[(.+)\]/.exec(source) ?? []
  expect(page).toContain(`in seconds: ${buckets}.`)
})

describe('server/docs/deploy.md', () => {
  const deploy = read('server/docs/deploy.md')

  test('sets only settings that a program reads', () => {
    const knownSettings = [
      ...findSettings('server/console/settings.ts'),
      ...findSettings('server/platform/settings.ts'),
    ]
    const set = [...deploy.matchAll(/-e ([A-Z_]+)=/g)].map(([, name = '']) => name)
    expect(set.length).toBeGreaterThan(5)
    expect(set.filter((name) => !knownSettings.includes(name))).toEqual([])
  })

  test("passes on every path that the platform serves at stores' hosts", () => {
    const [, location = ''] = /location ~ (\S+) \{/.exec(deploy) ?? []
    const sources = globSync('server/platform/areas/sso/**/*.ts').map(read)
    const paths = [
      ...sources.join('\n').matchAll(/'(\/(?:sign-on|saml|oidc|\.well-known)\/[^']*)'/g),
    ]
    expect(paths.length).toBeGreaterThan(3)
    expect(
      paths.map(([, path = '']) => path).filter((path) => !new RegExp(location).test(path)),
    ).toEqual([])
  })
})

describe.each([
  { folder: 'server/docs/decisions', list: 'server/docs/decisions/README.md' },
  { folder: 'client/docs/decisions', list: 'client/README.md' },
])('The decisions in $folder', ({ folder, list }) => {
  const files = readdirSync(folder).filter((name) => name !== 'README.md')

  test('are numbered without gaps', () => {
    expect(files.map((name) => name.replace(/-[a-z0-9-]+\.md$/, ''))).toEqual(
      files.map((_, index) => String(index + 1).padStart(4, '0')),
    )
  })

  test('have context, decision, and consequences, in at most 60 lines', () => {
    const faulty = files.filter((name) => {
      const text = read(join(folder, name))
      const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
      return String(headings) !== 'Context,Decision,Consequences' || text.split('\n').length > 60
    })
    expect(faulty).toEqual([])
  })

  test(`are all listed in ${list}`, () => {
    const listed = [...read(list).matchAll(/\]\((?:docs\/decisions\/)?(\d{4}-[^)]+)\)/g)]
    expect(listed.map(([, name]) => name)).toEqual(files)
  })
})

test("the platform's README explains each of its folders and files", () => {
  const readme = read('server/platform/README.md')
  const names = new Set(
    [...readme.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) => cell.match(/[\w.]+/g)),
  )
  const entries = readdirSync('server/platform').filter((name) => name !== 'README.md')
  expect(entries.filter((name) => !names.has(name))).toEqual([])
})
