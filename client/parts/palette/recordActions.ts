import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import { createPanelUrls, parseListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import { buildListPath, getRecordUrl } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { limitToPermissions } from '#shared/engine/nestResource.ts'
import type { GuardedItem } from '#shared/navigation/menu.ts'
import type { Action as Right } from '#shared/permissions/permissions.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { members } from '#shared/areas/members/members.ts'
import { timelineKinds } from '#shared/areas/members/memberTimeline.ts'
import { getStatusChanges, statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import { buildStatusChangeUrl, buildStoreUrl, storeTabs } from '#shared/areas/stores/storeUrl.ts'
import { storeTabTitles } from '#client/frame/index.ts'
import { matchesWordPrefixes, getSearchWords } from './matching.ts'
import { paletteMessages } from './messages.ts'

/** Returns whether the operator may open the item, or use the given permission on it. */
export type AccessCheck = (guarded: GuardedItem, action?: Right) => boolean

export type RecordAction = {
  label: string
  to: string
  /** Listed below the record itself. */ first?: true
}

/** Returns the actions that the operator's permissions allow on this record. */
export const getRecordActions = (
  resource: Resource,
  record: AnyRecord,
  allows: AccessCheck,
): RecordAction[] =>
  resource.name === 'stores'
    ? getStoreActions(resource, record, allows)
    : resource.name === members.name
      ? getMemberActions(record, allows)
      : getPanelActions(resource, record, allows)

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
        to: buildStoreUrl(id, name),
        ...(name === 'logs' && { first: true as const }),
      })),
    ...changes.map((change, index) => ({
      label: messages.addEllipsis(statusChanges[change].label),
      to: buildStatusChangeUrl(page, change),
      ...(index === 0 && { first: true as const }),
    })),
  ]
}

/** Returns the parts of a member's timeline, such as their emails, and what can be done. */
function getMemberActions(member: AnyRecord, allows: AccessCheck): RecordAction[] {
  const url = getRecordUrl(members, member)
  const texts = paletteMessages.member
  const parts = Object.entries(timelineKinds)
    .filter(([, { permission }]) => allows({ permission: permission.replace(/:.*/, '') }, 'read'))
    .map(([kind, { label }]) => ({
      label,
      to: `${url}?kind=${kind}`,
      ...((kind === 'emails' || kind === 'credits') && { first: true as const }),
    }))
  const signIn = { label: texts.signIn, to: `${url}?signIn` }
  if (member['erasedAt'] || !allows(members, 'write')) return [...parts, signIn]
  const prefill = new URLSearchParams({
    [prefillParam('storeId')]: String(member['storeId']),
    [prefillParam('memberId')]: String(member.id),
  })
  return [
    ...parts,
    signIn,
    ...(allows(creditRequests, 'write')
      ? [{ label: texts.issue, to: `${creditRequests.path}&create&${prefill}` }]
      : []),
    ...(allows(giftCards, 'write') ? [{ label: texts.giftCard, to: `${url}?giftCard` }] : []),
    { label: texts.move, to: `${url}?move` },
    member['active'] === true
      ? { label: texts.suspend, to: `${url}?suspend` }
      : { label: texts.reactivate, to: `${url}?reactivate` },
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
  return Object.entries(paletteMessages.panels)
    .filter(([kind]) => offered.includes(kind))
    .map(([kind, label]) => ({ label, to: buildPanelUrl(kind, record.id), first: true }))
}

/** A parsed "record action" text: the name of the record, and a test for matching actions. */
export type ActionQuery = {
  name: string
  matches: (action: Pick<RecordAction, 'label'>) => boolean
}

const maxActionWords = 3

/**
 * Parses a name and an action, in either order: "acme logs", "suspend acme", "issue credits to
 * Ana". Null if neither the last nor the first words can be an action.
 */
export function parseActionQuery(text: string): ActionQuery | null {
  const words = getSearchWords(text)
  const maxCount = Math.min(maxActionWords, words.length - 1)
  for (let count = maxCount; count > 0; count--) {
    for (const [actionWords, others] of [
      [words.slice(-count), words.slice(0, -count)],
      [words.slice(0, count), words.slice(count)],
    ] as const) {
      const matches = ({ label }: Pick<RecordAction, 'label'>) =>
        matchesWordPrefixes(label, actionWords)
      const name = omitFillers(others).join(' ')
      if (name !== '' && allActionLabels.some((label) => matches({ label })))
        return { name, matches }
    }
  }
  return null
}

/** Leaves out words that only connect an action with a name. */
function omitFillers([first = '', ...others]: readonly string[]): string[] {
  return paletteMessages.fillers.includes(first) ? others : [first, ...others]
}

const memberActionLabels = [
  ...Object.values(timelineKinds).map(({ label }) => label),
  ...Object.values(paletteMessages.member),
]

const allActionLabels = [
  paletteMessages.edit,
  ...Object.values(storeTabTitles),
  ...Object.values(statusChanges).map(({ label }) => label),
  ...Object.values(paletteMessages.panels),
  ...memberActionLabels,
]

/** Returns whether the whole text may name an action, for the record of the current page. */
export const matchesActionLabel = (text: string): boolean =>
  allActionLabels.some((label) => matchesWordPrefixes(label, getSearchWords(text)))
