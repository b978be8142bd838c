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
import { paletteMessages } from './messages.ts'
import type { AccessCheck } from './paletteItem.ts'
import {
  memberAliases,
  pageAliases,
  panelAliases,
  statusAliases,
  storeAliases,
} from './vocabulary.ts'

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
export const getPanelNames = (resource: string) =>
  Object.entries(paletteMessages.recordPanels[resource] ?? {}).map(([kind, label]) => ({
    kind,
    label,
    aliases: panelAliases[resource]?.[kind] ?? [],
  }))
