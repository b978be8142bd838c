import { getListTitle } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { storeFields } from '#shared/areas/stores/storeFieldPlaces.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { timelineKinds } from '#shared/areas/members/memberTimeline.ts'
import { statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import { storeTabTitles } from '#client/frame/index.ts'
import { getSearchWords } from './matching.ts'
import { paletteMessages } from './messages.ts'
import { describeField } from './places.ts'
import { rateNames, ratings } from './rating.ts'
import type { Names } from './rating.ts'
import {
  changeVerbs,
  connectingWords,
  endingWords,
  fillers,
  memberAliases,
  pageAliases,
  recordAliases,
  statusAliases,
  storeAliases,
} from './vocabulary.ts'
import { toWords } from './wordStems.ts'
import type { Word } from './wordStems.ts'
import { getPanelNames } from './recordActions.ts'

/** A parsed "record action" text: the name of the record, and how close an action is to the rest. */
export type ActionQuery = {
  name: string
  /** The kind of record that the text names, as in "suspend store acme". */
  kind: string | null
  /** A number before the name: "give 50 points to Ana". */
  amount: string | null
  /** Whether only a record with exactly this name is meant. */
  isExact?: true
  rate: (names: Names) => number | null
}

const maxActionWords = 4

/** A verb is more likely an action than a noun is, which names often have: "Acme Shop". */
const nounRating = 0.3

const lengthBonus = 0.4

const isNumber = (word: string): boolean => /^#?\d+([.,]\d+)?$/.test(word)

/** Worse ratings are more likely names. */
const maxActionRating = 0.75

/**
 * Parses a name and an action, in either order: "acme logs", "suspend acme", "issue credits to
 * Ana". Null if neither the first nor the last words can be an action.
 */
export function parseActionQuery(text: string): ActionQuery | null {
  const words = getSearchWords(text)
  const [, subdomain] =
    /^(?:https?:\/\/)?([a-z0-9-]+)(?:\.[a-z0-9-]+){2,}(?:[/:?#].*)?$/.exec(words.join(' ')) ?? []
  if (subdomain) return createSubdomainQuery(subdomain)
  const maxCount = Math.min(maxActionWords, words.length - 1)
  const found: { rating: number; query: ActionQuery }[] = []
  for (let count = maxCount; count > 0; count--) {
    for (const [actionWords, others] of [
      [words.slice(-count), words.slice(0, -count)],
      [words.slice(0, count), words.slice(count)],
    ] as const) {
      // A number after the name is its own: "order 1234". One after a verb is an amount.
      if (isNumber(actionWords[0] ?? '')) continue
      if (others[0] === words[0] && actionWords.some(isNumber)) continue
      const typed = toActionWords(actionWords)
      const rate = (names: Names) => rateNames(names, typed)
      const { name, kind } = parseRecordName(others)
      const isTyped = typed.length > 0 && typed.every((word) => word.text.length > 2)
      if (name === '' || !isTyped) continue
      const rating = Math.min(
        ...getActionNames().map((names) => rate(names) ?? Infinity),
        ...getListNames().map((names) => (rate(names) ?? Infinity) + nounRating),
      )
      const amount = actionWords.find(isNumber) ?? null
      // A longer action is less likely part of a name.
      if (rating <= maxActionRating)
        found.push({ rating: rating - count * lengthBonus, query: { name, kind, amount, rate } })
    }
  }
  return found.toSorted((one, other) => one.rating - other.rating)[0]?.query ?? null
}

/** Finds the store whose subdomain begins an address that was typed or pasted. */
const createSubdomainQuery = (name: string): ActionQuery => ({
  name,
  kind: stores.name,
  amount: null,
  isExact: true,
  rate: ({ label }) => (label === stores.title.one ? 0 : null),
})

/** Leaves out numbers, and verbs that name no particular action: "change the currency". */
function toActionWords(words: readonly string[]): Word[] {
  const said = words.filter((word) => !/^\d/.test(word) && !fillers.has(word))
  const named = said.filter((word) => !changeVerbs.has(word))
  return toWords((named.length > 0 ? named : said).join(' '))
}

/** Leaves out words that only connect an action with a name, and the kind of the record. */
function parseRecordName(words: readonly string[]): { name: string; kind: string | null } {
  const [first = '', ...rest] = words
  if (rest.length > 0 && (connectingWords.has(first) || changeVerbs.has(first)))
    return parseRecordName(rest)
  const bare = [first, ...rest]
  const end = bare.findIndex((word, index) => index > 0 && endingWords.has(word))
  const name = end < 0 ? bare : bare.slice(0, end)
  for (const count of [2, 1]) {
    if (name.length <= count) continue
    for (const [kindWords, others] of [
      [name.slice(0, count), name.slice(count)],
      [name.slice(-count), name.slice(0, -count)],
    ] as const) {
      const kind = findKind(kindWords.join(' '))
      if (kind) return { name: others.join(' '), kind }
    }
  }
  return { name: name.join(' '), kind: null }
}

/** Returns the name of the resource whose records this text names: "member", "people". */
const findKind = (text: string): string | null =>
  resources.find((one) => isWholeName(getKindNames(one), text))?.name ?? null

const isWholeName = (names: Names, text: string): boolean =>
  (rateNames(names, toWords(text)) ?? 1) <= ratings.alias

const kindNames = new Map<string, Names>()

/** What records of this kind are called. */
export function getKindNames({ name, title }: Pick<Resource, 'name' | 'title'>): Names {
  const known = kindNames.get(name)
  if (known) return known
  const names = { label: title.one, aliases: [title.many, ...(recordAliases[name] ?? [])] }
  kindNames.set(name, names)
  return names
}

const toNames = (aliases: Readonly<Record<string, readonly string[]>>): Names[] =>
  Object.entries(aliases).map(([label, others]) => ({ label, aliases: others }))

let actionNames: Names[] | undefined

/** What all actions on records are called. */
function getActionNames(): readonly Names[] {
  actionNames ??= [
    { label: paletteMessages.edit },
    ...Object.values(storeTabTitles).map((label) => ({ label })),
    ...Object.values(statusChanges).map(({ label }) => ({ label })),
    ...Object.values(paletteMessages.panels).map((label) => ({ label })),
    ...Object.values(timelineKinds).map(({ label }) => ({ label })),
    ...Object.values(paletteMessages.member).map((label) => ({ label })),
    ...[storeAliases, statusAliases, memberAliases].flatMap(toNames),
    ...Object.keys(paletteMessages.recordPanels).flatMap(getPanelNames),
    ...storeFields.map((name) => describeField(stores, name, '')),
    ...[adminSignOns, memberSignOns].flatMap((resource) =>
      Object.keys(resource.fields)
        .filter((name) => !['storeId', 'name'].includes(name))
        .map((name) => describeField(resource, name, '')),
    ),
  ]
  return actionNames
}

let listNames: Names[] | undefined

/** What records and lists of every kind are called. */
function getListNames(): readonly Names[] {
  listNames ??= resources.flatMap((one) => [
    getKindNames(one),
    { label: getListTitle(one), aliases: pageAliases[one.path] ?? [] },
  ])
  return listNames
}

/** Returns whether the whole text may name an action, for the record of the current page. */
export function matchesActionName(text: string, kind: string): boolean {
  const [kindWord] = toWords(kind)
  const typed = toWords(text).filter(({ stem }) => stem !== kindWord?.stem)
  return [...getActionNames(), ...getListNames()].some((names) => rateNames(names, typed) !== null)
}
