import { resources } from '#shared/areas/index.ts'
import { routes } from '#shared/navigation/routes.ts'

/** A body that no form or script of the console sends. */
export type HostileBody = { kind: string; type: string; body: Buffer | string }

/** A request with a hostile body. */
export type HostileRequest = HostileBody & { path: string }

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const megabyte = 1_000_000
const maxFormBytes = 300_000

/** Creates random numbers that are the same in every run (mulberry32). */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[below(choices.length)]
    if (choice === undefined) throw new Error('There are no choices')
    return choice
  }
  return { below, pick }
}
type Random = ReturnType<typeof createRandom>

/** Names with a meaning in JavaScript or in the console's forms, and a few without any. */
const unusualNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '\0',
  '\u202e',
  'a[b][c]',
  'id',
  'version',
  'intent',
  'writeKey',
  'lines',
  'ids',
  'order',
  'move',
  'columns',
  'original',
  'emails',
  'password',
  'zone',
]

/** Suffixes of input names (`shared/engine/list/referenceValues.ts`). */
const suffixes = ['', '.text', '.label', '.more', '.clear', '.zone', '.refused', '.part', '.for']

/** Texts that are expensive for a careless pattern or loop when they repeat. */
const slowTexts = [
  '{{ ',
  ' ',
  '\t',
  '\n',
  '\r\n',
  ',',
  ';',
  '"',
  "'",
  '""',
  '%',
  '&amp;',
  '<',
  '(',
  '[',
  '.',
  '-',
  '@',
  'a.',
  'a@',
  '1',
  '1,',
  '0.',
  'a\n',
  'x,y\n',
  '"a","b"\n',
  'A: B\n',
  '\u0301',
  'é',
  '\u{1f600}',
  '\u0000',
  '\ufeff',
  '../',
  'https://',
]

/** Picks the size of a body in bytes: mostly small, sometimes up to the limit. */
const pickSize = ({ below, pick }: Random) =>
  pick([
    200,
    5000,
    60_000,
    maxFormBytes - 4000,
    below(maxFormBytes),
    megabyte - 4000,
    below(megabyte),
  ])

/** Repeats a text so often that its encoded form fits into `bytes`. */
const repeat = (text: string, bytes: number, encode: (text: string) => string = (same) => same) =>
  encode(text).repeat(Math.max(Math.floor(bytes / Math.max(encode(text).length, 1)), 1))

const encode = (text: string) => encodeURIComponent(text)

/** Starts a form with valid fields, so that the console reads the rest. */
const startForm = (random: Random) =>
  `intent=${random.pick(intents)}&writeKey=k${random.below(2 ** 30)}&id=${random.below(4)}&version=1&`

const intents = [
  'create',
  'edit',
  'delete',
  'paste',
  'reorder',
  'choose',
  'plan',
  'start',
  'check',
  'open',
  'move',
  'save',
  'status',
  'test',
  'activate',
  'disable',
  'merge',
  'generate',
  'submit',
  '__proto__',
]

type BodyBuilder = (random: Random, names: readonly string[]) => HostileBody | string

const pickInputName = (random: Random, names: readonly string[]) =>
  random.pick(random.below(3) === 0 ? unusualNames : names) + random.pick(suffixes)

/** Builds each kind of body. A plain string is an encoded form. */
const bodyBuilders: Record<string, BodyBuilder> = {
  manyFields: (random) => repeat(`${random.pick(['a=', 'a=b', '=', 'a', ''])}&`, pickSize(random)),
  repeatedName: (random, names) =>
    startForm(random) + `${encode(pickInputName(random, names))}=${random.below(99)}&`.repeat(2990),
  distinctNames: (random) =>
    startForm(random) + Array.from({ length: 2900 }, (_, at) => `n${at}.text=${at}`).join('&'),
  hugeValue: (random, names) =>
    `${startForm(random)}${encode(pickInputName(random, names))}=${repeat(random.pick(slowTexts), pickSize(random), encode)}`,
  hugeValues: (random, names) =>
    startForm(random) +
    names
      .slice(0, 40)
      .map((name) => `${encode(name)}=${repeat(random.pick(slowTexts), 20_000, encode)}`)
      .join('&'),
  hugeName: (random) =>
    `${startForm(random)}${repeat(random.pick(slowTexts), pickSize(random), encode)}=1`,
  deepName: (random) => `${startForm(random)}a${repeat('[b]', pickSize(random), encode)}=1`,
  longSuffix: (random, names) =>
    `${startForm(random)}${encode(random.pick(names))}${repeat(random.pick(['.text', '.label', '.more.text']), pickSize(random))}=1`,
  manyReferences: (random, names) => {
    const name = encode(random.pick(names))
    const buildPair = (at: number) => `${name}=${at}&${name}.label=L${random.below(9)}`
    const pairs = Array.from({ length: 1400 }, (_, at) => buildPair(at)).join('&')
    return `${startForm(random)}${pairs}&${name}.text=${repeat('L1\n', pickSize(random) / 2, encode)}`
  },
  pastedLines: (random) =>
    `intent=paste&writeKey=k&lines=${repeat(random.pick(['\n', 'a\n', 'a,b\n', '"\n', 'a\tb\n', '"a""']), pickSize(random), encode)}`,
  original: (random, names) => {
    const value = random.pick(['[1]', '[{"id":1,"label":"x"}]', '{"a":1}', '["x"]', '"x"'])
    const many = value.startsWith('[')
      ? `[${repeat(`${value.slice(1, -1)},`, pickSize(random) / 2)}${value.slice(1)}`
      : value
    return `${startForm(random)}${encode(random.pick(names))}=1&original=${encode(`{${JSON.stringify(random.pick(names))}:${many}}`).slice(0, megabyte - 1000)}`
  },
  manyIds: (random) =>
    `intent=reorder&writeKey=k&ids=${repeat(`${random.below(99)},`, pickSize(random), encode)}&order=${repeat('1,', 9000, encode)}&move=1:up`,
  garbage: (random) =>
    Array.from({ length: pickSize(random) / 50 }, () => random.below(2 ** 30).toString(36)).join(
      random.pick(['&', '=', '%', '+', '%u', '%ff', '\r\n']),
    ),
  percents: (random) =>
    `${startForm(random)}name=${repeat(random.pick(['%', '%f', '%zz', '%e2%80', '%00', '+']), pickSize(random))}`,
  notUtf8: (random) => ({
    kind: 'notUtf8',
    type: form,
    body: Buffer.concat([
      Buffer.from(startForm(random)),
      Buffer.from(
        Array.from({ length: Math.min(pickSize(random), 60_000) }, () => random.below(256)),
      ),
    ]),
  }),
  multipart: (random, names) => {
    const boundary = random.pick(['b', '-', '--b', "'()+_,-./:=?", 'x'.repeat(70)])
    const part = (name: string, value: string, more = '') =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
    const name = random.pick([random.pick(names), ...unusualNames.slice(0, 4)])
    const parts = random.pick([
      part(name, '').repeat(2990),
      part(name, repeat(random.pick(slowTexts), pickSize(random))),
      part(name, `\r\n--${boundary.slice(0, -1)}`.repeat(9000)),
      part(`${name}.file`, repeat('x', 60_000), '; filename="a.png"').repeat(random.below(9) + 1),
      part(`${name}.file`, 'x', '; filename="a.png"').repeat(2990),
      `--${boundary}\r\n${repeat('X: y\r\n', 60_000)}\r\n\r\n1\r\n`,
      `--${boundary}\r\nContent-Disposition: form-data; name="${'n'.repeat(pickSize(random))}"\r\n\r\n1\r\n`,
      repeat('\r\n--', pickSize(random)),
    ])
    const end = random.pick([`--${boundary}--\r\n`, `--${boundary}`, '', '\r\n'])
    const declared = random.pick([boundary, boundary, boundary, `"${boundary}"`, 'other', ''])
    return {
      kind: 'multipart',
      type: `multipart/form-data; boundary=${declared}`,
      body: part('intent', random.pick(intents)) + parts + end,
    }
  },
}

const jsonBuilders: Record<string, (random: Random) => string> = {
  depth: (random) => repeat(random.pick(['[', '{"a":', '[[1],']), pickSize(random)),
  closedDepth: (random) => {
    const depth = Math.floor(pickSize(random) / 2)
    return '['.repeat(depth) + ']'.repeat(depth)
  },
  width: (random) => `[${repeat(random.pick(['1,', '{},', '"a",', 'null,']), pickSize(random))}1]`,
  keys: (random) =>
    `{${Array.from({ length: pickSize(random) / 14 }, (_, at) => `"k${at}":1`).join(',')}}`,
  sameKey: (random) => `{${repeat('"a":1,', pickSize(random))}"a":1}`,
  proto: (random) =>
    `{"__proto__":{"x":1},"constructor":{"prototype":{}},"name":${JSON.stringify(repeat(random.pick(slowTexts), 20_000))}}`,
  text: (random) => JSON.stringify(repeat(random.pick(slowTexts), pickSize(random) / 7)),
  number: (random) => `{"id":${'9'.repeat(Math.min(pickSize(random), 60_000))}}`,
  records: (random) => `{"records":[${repeat('{"name":"a","code":"b"},', pickSize(random))}{}]}`,
  notJson: (random) => repeat(random.pick(slowTexts), pickSize(random) / 7),
}

/** The queries of list panels, store tabs, and the forms of the shell. */
const queries = [
  '',
  '?create',
  '?edit=1',
  '?delete=1',
  '?paste',
  '?reorder',
  '?choose',
  '?import',
  '?views',
  '?bulk=edit&chosen=1,2',
  '?bulk=edit&chosen=all',
  '?merge=1&into=2',
  '?members=1',
  '?run',
  '?tab=details',
  '?tab=catalog',
  '?password',
]

/** Every page, with the input names of its form. */
const pages = routes.map(({ path }) => ({
  path: path.replaceAll(/:\w+/g, '1'),
  names: getInputNames(path),
}))

function getInputNames(path: string): string[] {
  const shownResources = resources.filter((one) => one.path.split('?')[0] === path)
  const names = shownResources.flatMap(({ fields }) => Object.keys(fields))
  return names.length > 0 ? names : ['name', 'code', 'storeId', 'reason']
}

const calls = [
  '/api/sizes',
  '/api/sizes/1',
  '/api/sizes/many',
  '/api/members/query',
  '/api/users/invitations',
  '/api/invitations/check',
  '/api/alertLinks/check',
  '/api/comments',
  '/api/auth/login',
  '/api/superAdmin/auth/google',
  '/api/files?for=stores.logo',
  '/api/creditRequests/many/check',
  '/api/memberGroups/1/members',
]

const frames = ['/frames/giftCardTemplates/new/mail', '/frames/giftCardTemplates/1/page']

/** Yields requests of each kind to each kind of URL in turn. A seed always yields the same ones. */
export function* createHostileRequests(seed: number): Generator<HostileRequest> {
  const random = createRandom(seed)
  const kinds = Object.entries(bodyBuilders)
  const jsonKinds = Object.entries(jsonBuilders)
  const templateFields = resources.find(({ name }) => name === 'giftCardTemplates')?.fields ?? {}
  const buildBody = ([kind, build]: [string, BodyBuilder], names: readonly string[]) => {
    const body = build(random, names)
    return typeof body === 'string' ? { kind, type: form, body } : body
  }
  for (let turn = 0; ; turn += 1) {
    const page = pages[turn % pages.length]
    const kind = kinds[turn % kinds.length]
    const jsonKind = jsonKinds[turn % jsonKinds.length]
    if (!page || !kind || !jsonKind) throw new Error('There are pages and kinds')
    for (const query of [random.pick(queries), random.pick(queries)])
      yield { path: page.path + query, ...buildBody(random.pick(kinds), page.names) }
    yield { path: page.path + random.pick(queries), ...buildBody(kind, page.names) }
    const path = random.pick(calls)
    if (path.startsWith('/api/files'))
      yield {
        path,
        ...buildBody(['multipart', bodyBuilders['multipart'] ?? (() => '')], page.names),
      }
    else yield { path, kind: jsonKind[0], type: json, body: jsonKind[1](random) }
    yield {
      path: random.pick(frames),
      ...buildBody(random.pick(kinds), Object.keys(templateFields)),
    }
    if (turn % 5 === 0)
      yield {
        path: random.pick(['/time-zone', '/jobs', '/nowhere']),
        ...buildBody(random.pick(kinds), page.names),
      }
  }
}
