import { createPanelUrls, parseListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import { buildListPath, getRecordUrl } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { limitToPermissions } from '#shared/engine/nestResource.ts'
import type { GuardedItem } from '#shared/navigation/menu.ts'
import type { Action as Right } from '#shared/permissions/permissions.ts'
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
      label: messages.asks(statusChanges[change].label),
      to: buildStatusChangeUrl(page, change),
      ...(index === 0 && { first: true as const }),
    })),
  ]
}

/** Returns the parts of a member's timeline, such as their emails and their credits. */
const getMemberActions = (member: AnyRecord, allows: AccessCheck): RecordAction[] =>
  Object.entries(timelineKinds)
    .filter(([, { permission }]) => allows({ permission: permission.replace(/:.*/, '') }, 'read'))
    .map(([kind, { label }]) => ({
      label,
      to: `${getRecordUrl(members, member)}?kind=${kind}`,
      ...((kind === 'emails' || kind === 'credits') && { first: true as const }),
    }))

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

/** Parses "acme logs" into a name and an action. Null if the last words can't be an action. */
export function parseActionQuery(text: string): ActionQuery | null {
  const words = getSearchWords(text)
  const maxCount = Math.min(maxActionWords, words.length - 1)
  for (let count = maxCount; count > 0; count--) {
    const actionWords = words.slice(-count)
    const matches = ({ label }: Pick<RecordAction, 'label'>) =>
      matchesWordPrefixes(label, actionWords)
    if (allActionLabels.some((label) => matches({ label })))
      return { name: words.slice(0, -count).join(' '), matches }
  }
  return null
}

const memberActionLabels = Object.values(timelineKinds).map(({ label }) => label)

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
