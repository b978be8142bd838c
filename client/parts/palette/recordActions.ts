import '#client/frame/storeForms.ts'
import { panelAddresses, parseListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { offeredPanels } from '#shared/engine/panels.ts'
import { listPath } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { permitted } from '#shared/engine/scope.ts'
import type { Guarded } from '#shared/navigation/menu.ts'
import type { Action as Right } from '#shared/permissions/permissions.ts'
import { changesFrom, statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import { changeAddress, storeAddress, tabNames } from '#shared/areas/stores/storeAddress.ts'
import { tabTitles } from '#shared/areas/stores/tabTitles.ts'
import { beginsLike, wordsOf } from './matching.ts'
import { paletteWords as say } from './words.ts'

/** Whether the operator may open what needs this right, or do more there. */
export type Allows = (guarded: Guarded, action?: Right) => boolean

export type Action = {
  label: string
  to: string
  /** Stands below the record itself. */ first?: true
}

/** What can be done with this record by one who is allowed so much. */
export const actionsOn = (resource: Resource, record: AnyRecord, allows: Allows): Action[] =>
  resource.name === 'stores'
    ? storeActions(resource, record, allows)
    : panelActions(resource, record, allows)

function storeActions(resource: Resource, store: AnyRecord, allows: Allows): Action[] {
  const { id, status, deleteAfter } = store
  const writes = allows(resource, 'write')
  const changes = writes && !deleteAfter ? changesFrom(status as StoreStatus) : [] // One that is not known allows nothing.
  const page = { pathname: storeAddress(id), search: '' }
  const hidden = { danger: !writes && !allows(resource, 'delete'), duplicate: !writes }
  return [
    ...(writes ? [{ label: say.edit, to: storeAddress(id, 'general'), first: true as const }] : []),
    ...tabNames
      .filter((name) => !(name in hidden && hidden[name as keyof typeof hidden]))
      .map((name) => ({
        label: tabTitles[name],
        to: storeAddress(id, name),
        ...(name === 'logs' && { first: true as const }),
      })),
    ...changes.map((change, at) => ({
      label: messages.asks(statusChanges[change].label),
      to: changeAddress(page, change),
      ...(at === 0 && { first: true as const }),
    })),
  ]
}

function panelActions(resource: Resource, record: AnyRecord, allows: Allows): Action[] {
  const offered = offeredPanels(permitted(resource, (action) => allows(resource, action)))
  const list = { ...resource, path: listPath(resource, record) }
  const addressOf = panelAddresses(list, parseListView(list, new URLSearchParams()))
  return Object.entries(say.panels)
    .filter(([kind]) => offered.includes(kind))
    .map(([kind, label]) => ({ label, to: addressOf(kind, record.id), first: true }))
}

/** What the words of a text ask for: the record of this name, and of its actions those that are called so. */
export type Asked = { name: string; calls: (action: Pick<Action, 'label'>) => boolean }

const longest = 3

/** "acme logs": whether the last words of a text may be an action, and the ones before them a name. */
export function askedIn(text: string): Asked | null {
  const words = wordsOf(text)
  const most = Math.min(longest, words.length - 1)
  for (let count = most; count > 0; count--) {
    const asked = words.slice(-count)
    const calls = ({ label }: Pick<Action, 'label'>) => beginsLike(label, asked)
    if (everyLabel.some((label) => calls({ label })))
      return { name: words.slice(0, -count).join(' '), calls }
  }
  return null
}

const everyLabel = [
  say.edit,
  ...Object.values(tabTitles),
  ...Object.values(statusChanges).map(({ label }) => label),
  ...Object.values(say.panels),
]

/** Whether the words may be the name of an action alone, of the record whose page one is on. */
export const isAction = (text: string): boolean =>
  everyLabel.some((label) => beginsLike(label, wordsOf(text)))

export const mayHave = ({ name }: Resource, { calls }: Asked): boolean =>
  name === 'stores' || Object.values(say.panels).some((label) => calls({ label }))
