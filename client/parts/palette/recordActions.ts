import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import { createPanelUrls, parseListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import { buildListPath, getRecordUrl } from '#shared/engine/recordLink.ts'
import { getListTitle } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { getColumnFilterOps } from '#shared/engine/list/filterColumns.ts'
import { hasPage } from '#shared/navigation/resourceRoute.ts'
import { resources } from '#shared/areas/index.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { storeFields } from '#shared/areas/stores/storeFieldPlaces.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { getAllowedAccountChanges, isAccountChange } from '#shared/areas/users/accountStates.ts'
import { users } from '#shared/areas/users/users.ts'
import { limitToPermissions } from '#shared/engine/nestResource.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { members } from '#shared/areas/members/members.ts'
import { timelineKinds } from '#shared/areas/members/memberTimeline.ts'
import { getStatusChanges, statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import { buildStatusChangeUrl, buildStoreUrl, storeTabs } from '#shared/areas/stores/storeUrl.ts'
import { storeTabTitles } from '#client/frame/index.ts'
import { getSearchWords } from './matching.ts'
import { paletteMessages } from './messages.ts'
import type { AccessCheck } from './paletteItem.ts'
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
  panelAliases,
  recordAliases,
  statusAliases,
  storeAliases,
} from './vocabulary.ts'
import { toWords } from './wordStems.ts'
import type { Word } from './wordStems.ts'

export type RecordAction = {
  label: string
  /** Other names by which it's found. */
  aliases?: readonly string[]
  to: string
  /** Listed below the record itself. */
  first?: true
}

/** Returns the actions that the operator's permissions allow on this record. */
export const getRecordActions = (
  resource: Resource,
  record: AnyRecord,
  allows: AccessCheck,
): RecordAction[] => [
  ...(resource.name === stores.name
    ? getStoreActions(resource, record, allows)
    : resource.name === members.name
      ? getMemberActions(record, allows)
      : getPanelActions(resource, record, allows)),
  ...getListActions(resource, record, allows),
]

/** Returns the lists of what refers to a record, such as a store's refunds or a theme's stores. */
const getListActions = (
  resource: Resource,
  { id }: AnyRecord,
  allows: AccessCheck,
): RecordAction[] =>
  resources
    .filter((one) => hasPage(one) && !one.path.includes(':') && !one.api.single && allows(one))
    .flatMap((one) => {
      const columns = { ...one.fields, ...one.derived }
      const name = Object.keys(columns).find((key) => columns[key]?.target?.name === resource.name)
      const op = name && getColumnFilterOps(one, name).find((each) => ['eq', 'has'].includes(each))
      if (!op) return []
      const filter = `filter[${name}][${op}]=${id}`
      return [
        {
          label: getListTitle(one),
          aliases: [one.title.one, ...(pageAliases[one.path] ?? [])],
          to: `${one.path}${one.path.includes('?') ? '&' : '?'}${filter}`,
        },
      ]
    })

function getStoreActions(
  resource: Resource,
  store: AnyRecord,
  allows: AccessCheck,
): RecordAction[] {
  const { id, status, deleteAfter } = store
  const writes = allows(resource, 'write')
  // An unknown status allows nothing.
  const changes = writes && !deleteAfter ? getStatusChanges(status as StoreStatus) : []
  const page = { pathname: buildStoreUrl(id), search: '' }
  const hidden = { danger: !writes && !allows(resource, 'delete'), duplicate: !writes }
  return [
    ...(writes
      ? [{ label: paletteMessages.edit, to: buildStoreUrl(id, 'general'), first: true as const }]
      : []),
    ...storeTabs
      .filter((name) => !(name in hidden && hidden[name as keyof typeof hidden]))
      .map((name) => ({
        label: storeTabTitles[name],
        aliases: storeAliases[name] ?? [],
        to: buildStoreUrl(id, name),
        ...(name === 'logs' && { first: true as const }),
      })),
    ...signOnPages
      .filter((one) => allows(one.resource))
      .map(({ resource: { path }, label, aliases }) => ({
        label,
        aliases,
        to: path.replace(':storeId', String(id)),
      })),
    ...changes.map((change, index) => ({
      label: messages.addEllipsis(statusChanges[change].label),
      aliases: statusAliases[change] ?? [],
      to: buildStatusChangeUrl(page, change),
      ...(index === 0 && { first: true as const }),
    })),
  ]
}

/** The SSO setups of a store, which have pages of their own. */
const signOnPages = [
  { resource: adminSignOns, label: paletteMessages.adminSso, aliases: storeAliases['adminSso'] },
  { resource: memberSignOns, label: paletteMessages.mobileSso, aliases: storeAliases['mobileSso'] },
].map((page) => ({ ...page, aliases: page.aliases ?? [] }))

/** Returns the parts of a member's timeline, such as their emails, and what can be done. */
function getMemberActions(member: AnyRecord, allows: AccessCheck): RecordAction[] {
  const url = getRecordUrl(members, member)
  const texts = paletteMessages.member
  const parts = Object.entries(timelineKinds)
    .filter(([, { permission }]) => allows({ permission: permission.replace(/:.*/, '') }, 'read'))
    .map(([kind, { label }]) => ({
      label,
      aliases: memberAliases[kind] ?? [],
      to: `${url}?kind=${kind}`,
      ...((kind === 'emails' || kind === 'credits') && { first: true as const }),
    }))
  const toAction = (name: keyof typeof texts, to = `${url}?${name}`): RecordAction => ({
    label: texts[name],
    aliases: memberAliases[name] ?? [],
    to,
  })
  const signIn = toAction('signIn')
  if (member['erasedAt'] || !allows(members, 'write')) return [...parts, signIn]
  const prefill = new URLSearchParams({
    [prefillParam('storeId')]: String(member['storeId']),
    [prefillParam('memberId')]: String(member.id),
  })
  return [
    ...parts,
    signIn,
    ...(allows(creditRequests, 'write')
      ? [
          toAction('issue', `${creditRequests.path}&create&${prefill}`),
          toAction(
            'debit',
            `${creditRequests.path}&create&${prefill}&${new URLSearchParams({ [prefillParam('type')]: 'debit' })}`,
          ),
        ]
      : []),
    ...(allows(giftCards, 'write') ? [toAction('giftCard')] : []),
    toAction('move'),
    toAction(member['active'] === true ? 'suspend' : 'reactivate'),
    toAction('invite'),
    ...(allows(members, 'delete') ? [toAction('erase')] : []),
  ]
}

function getPanelActions(
  resource: Resource,
  record: AnyRecord,
  allows: AccessCheck,
): RecordAction[] {
  const offered = getOfferedPanels(
    limitToPermissions(resource, (action) => allows(resource, action)),
  )
  const list = { ...resource, path: buildListPath(resource, record) }
  const buildPanelUrl = createPanelUrls(list, parseListView(list, new URLSearchParams()))
  const isAllowed = (kind: string) =>
    resource.name !== users.name ||
    !isAccountChange(kind) ||
    getAllowedAccountChanges(record['status']).includes(kind)
  return [
    ...Object.entries(paletteMessages.panels)
      .filter(([kind]) => offered.includes(kind))
      .map(([kind, label]) => ({
        label,
        to: buildPanelUrl(kind, record.id),
        first: true as const,
      })),
    ...getPanelNames(resource.name)
      .filter(({ kind }) => allows(resource, 'write') && isAllowed(kind))
      .map(({ kind, ...names }) => ({ ...names, to: buildPanelUrl(kind, record.id) })),
  ]
}

/** The panels that the lists of an area offer for a record, by the parameters that open them. */
const getPanelNames = (resource: string) =>
  Object.entries(paletteMessages.recordPanels[resource] ?? {}).map(([kind, label]) => ({
    kind,
    label,
    aliases: panelAliases[resource]?.[kind] ?? [],
  }))

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

/** Leaves out numbers, and verbs that don't say what they do: "change the currency". */
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

/** Returns the name of the resource whose records are called so. */
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
