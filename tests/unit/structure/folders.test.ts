import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'

type Tree = 'shared' | 'machines' | 'client' | 'server/console' | 'server/platform'

/** design.md, "Who may import whom": the files of the project that each tree may import. */
const mayImport: Record<Tree, RegExp> = {
  shared: /^shared\//,
  machines: /^(machines|shared)\//,
  client: /^(client|shared|machines)\//,
  'server/console': /^(server\/console\/|shared\/|machines\/|client\/(app|router)\.tsx$)/,
  'server/platform': /^(server\/platform|shared)\//,
}

/** Packages that each tree may not import, and names that its code may not contain. */
const neverUses: Record<Tree, { packages: RegExp; names?: RegExp }> = {
  shared: {
    packages: /^(node:|react|@xstate|xstate|express|undici)/,
    names:
      /\b(process|window|document|localStorage|sessionStorage|Date\.now|Math\.random|setTimeout|setInterval)\b|\b(fetch|dayjs|new Date)\(\)|\bfetch\(/,
  },
  machines: {
    packages: /^(node:|react|@xstate\/react|express|undici)/,
    names: /\b(process|window|document|cookie|Date\.now|Math\.random)\b|\bnew Date\(\)|\bfetch\(/,
  },
  client: { packages: /^(node:|express|undici|pg$|kysely)/ },
  'server/console': { packages: /^(kysely|pg$|@electric-sql)/ },
  'server/platform': { packages: /^(react|xstate|@xstate)/ },
}

const getTree = (file: string): Tree => {
  const [first = '', second = ''] = file.split('/')
  const folder = first === 'server' ? `${first}/${second}` : first
  if (folder in mayImport) return folder as Tree // One of the table's keys.
  throw new Error(`${file} is in no folder of the table`)
}

type Source = { file: string; tree: Tree; code: string; imports: string[] }

const sources: Source[] = globSync('{shared,machines,client,server}/**/*.{ts,tsx,mjs}').map(
  (file) => {
    const code = removeComments(readFileSync(file, 'utf8'))
    return { file, tree: getTree(file), code, imports: parseImports(code) }
  },
)

/** Skips strings, so that a URL in one isn't taken for a comment. */
function removeComments(source: string): string {
  return source.replaceAll(
    /('(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<![\\/[])\/\/.*$/gm,
    (_, string: string | undefined) => string ?? '',
  )
}

/** Returns the specifiers of static, side-effect, re-exporting, and dynamic imports, with types. */
function parseImports(code: string): string[] {
  return [...code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\()(['"])(.+?)\1/g)].map(
    ([, , specifier = '']) => specifier,
  )
}

/** Returns the project's file that an import names; undefined for a package. */
function resolveImport(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(importer), specifier) : undefined
}

const isNodeModule = (specifier: string) =>
  specifier.startsWith('node:') || builtinModules.includes(specifier)

test('imports of every form are found', () => {
  const code = removeComments(`
    import './style.css.ts' // import './comment.ts'
    import type { A } from '#shared/a.ts'
    export { b } from '../b.ts'
    /* import './block.ts' */
    const url = 'https://example.com' ; const c = await import('./c.tsx')
    import {
      d,
    } from "react"
  `)
  expect(parseImports(code)).toEqual([
    './style.css.ts',
    '#shared/a.ts',
    '../b.ts',
    './c.tsx',
    'react',
  ])
})

describe.each(Object.keys(mayImport).filter((tree): tree is Tree => tree in mayImport))(
  'design.md, "Folders": %s',
  (tree) => {
    const own = sources.filter((source) => source.tree === tree)
    const findFaults = (find: (source: Source, specifier: string) => boolean) =>
      own.flatMap((source) =>
        source.imports
          .filter((specifier) => find(source, specifier))
          .map((specifier) => `${source.file} imports ${specifier}`),
      )

    test('has files', () => {
      expect(own.length).toBeGreaterThan(0)
    })

    test('imports only from the folders it may', () => {
      expect(
        findFaults(({ file }, specifier) => {
          const target = resolveImport(file, specifier)
          return target !== undefined && !mayImport[tree].test(target)
        }),
      ).toEqual([])
    })

    test('imports none of the packages that it must not use', () => {
      const { packages } = neverUses[tree]
      const forbidsNode = packages.test('node:fs')
      expect(
        findFaults(
          (_, specifier) => packages.test(specifier) || (forbidsNode && isNodeModule(specifier)),
        ),
      ).toEqual([])
    })

    test('uses none of the names that it must not use', () => {
      const { names = /(?!)/ } = neverUses[tree]
      const found = own.flatMap(({ file, code }) => {
        const [name] = names.exec(code.replaceAll(/'(?:\\.|[^'\\\n])*'/g, "''")) ?? []
        return name === undefined ? [] : [`${file} uses ${name}`]
      })
      expect(found).toEqual([])
    })

    test('imports other trees and distant folders by #, always with the file extension', () => {
      expect(
        findFaults(({ file }, specifier) => {
          const target = resolveImport(file, specifier)
          if (target === undefined) return false
          const crosses = target.split('/')[0] !== file.split('/')[0]
          const isFar = posix.relative(posix.dirname(file), target).startsWith('../../')
          return (
            (crosses || isFar) !== specifier.startsWith('#') ||
            !/\.(ts|tsx|mjs|json)$/.test(specifier)
          )
        }),
      ).toEqual([])
    })
  },
)

test('the platform connects to hosts that operators enter only through core/outgoing', () => {
  // Google's issuer and the storage of files are settings.
  const allowed =
    /^server\/platform\/(core\/outgoing\/|areas\/signIn\/googleTokens\.ts|core\/files\/s3Storage\.ts)/
  const others = sources.filter(
    ({ file, tree, code, imports }) =>
      tree === 'server/platform' &&
      !allowed.test(file) &&
      (imports.some((one) => /^(undici|(node:)?(dns|tls|https|dgram)(\/|$))/.test(one)) ||
        /\bfetch\(|\bnet\.connect\b|\b(connect|createConnection)\b[^\n]*'node:net'/.test(code)),
  )
  expect(others.map(({ file }) => file)).toEqual([])
})

/** Returns every file that importing this one loads; types and dynamic imports load none. */
function collectLoadedFiles(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const code = sources.find((source) => source.file === file)?.code ?? ''
  const staticCode = code
    .replaceAll(/\b(import|export) type\b[^']*'[^']+'/g, '')
    .replaceAll(/\bimport\(\s*'[^']+'/g, '')
  for (const specifier of parseImports(staticCode)) {
    const target = resolveImport(file, specifier)
    if (target !== undefined) collectLoadedFiles(target, seen)
  }
  return seen
}

test('the frame loads all definitions, and the sign-in page none', () => {
  const definitions = 'shared/areas/index.ts'
  expect(collectLoadedFiles('client/frame/index.ts').has(definitions)).toBe(true)
  expect(collectLoadedFiles('client/areas/signIn/SignIn.tsx').has(definitions)).toBe(false)
  expect(collectLoadedFiles('client/entry.tsx').has(definitions)).toBe(false)
})

/** Returns the first cycle among these imports as a path; an empty array if there is none. */
function findCycle(imports: { file: string; target: string }[]): string[] {
  const targets = Map.groupBy(imports, ({ file }) => file)
  const done = new Set<string>()
  const walk = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    for (const { target } of targets.get(file) ?? []) {
      const cycle = walk(target, [...path, file])
      if (cycle.length > 0) return cycle
    }
    done.add(file)
    return []
  }
  return [...targets.keys()].map((file) => walk(file, [])).find(({ length }) => length > 0) ?? []
}

test('a cycle is found and reported as a path', () => {
  const edge = (file: string, target: string) => ({ file, target })
  const cyclic = [edge('a', 'b'), edge('b', 'c'), edge('c', 'b')]
  expect(findCycle(cyclic)).toEqual(['b', 'c', 'b'])
  expect(findCycle([edge('a', 'a')])).toEqual(['a', 'a'])
  expect(findCycle([edge('a', 'b'), edge('a', 'c'), edge('b', 'c')])).toEqual([])
})

/** Static imports; a dynamic import runs after all of them, so it may close a cycle. */
const staticImports = sources.flatMap(({ file, code }) =>
  parseImports(code.replaceAll(/\bimport\(\s*'[^']+'/g, '')).flatMap((specifier) => {
    const target = resolveImport(file, specifier)
    return target === undefined ? [] : [{ file, target }]
  }),
)

test('static imports form no cycle, including those of types', () => {
  expect(findCycle(staticImports)).toEqual([])
})

test('in shared/, only password generation uses crypto', () => {
  const files = sources.filter(({ tree, code }) => tree === 'shared' && /\bcrypto\b/.test(code))
  expect(files.map(({ file }) => file)).toEqual(['shared/areas/signIn/generatePassword.ts'])
})

test('nothing outside server/platform imports it, so the console builds without it', () => {
  const importers = sources
    .filter(({ tree }) => tree !== 'server/platform')
    .filter(({ file, imports }) =>
      imports.some((specifier) => resolveImport(file, specifier)?.startsWith('server/platform/')),
    )
  expect(importers.map(({ file }) => file)).toEqual([])
})

test('every import names an existing file', () => {
  const known = new Set(sources.map(({ file }) => file))
  const missing = sources.flatMap(({ file, imports }) =>
    imports
      .map((specifier) => resolveImport(file, specifier))
      .filter((target) => target !== undefined && !known.has(target))
      .map((target) => `${file} imports ${target}`),
  )
  expect(missing).toEqual([])
})
