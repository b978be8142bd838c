import { optional, reference, text } from '../engine/fields/fields.ts'
import type { BulkAction } from '../engine/bulk.ts'
import { patterns } from '../engine/fields/patterns.ts'
import { themes } from '../resources/themes.ts'
import { reasonField } from './storeStatusCalls.ts'
import { changesFrom, statusChanges } from './storeStates.ts'
import type { StatusChangeName, StoreStatus } from './storeStates.ts'
import { storeStatusMessages } from './storeStatusMessages.ts'

const { explain, explainMany } = storeStatusMessages

const asks: Record<StatusChangeName, string> = {
  suspend: 'Suspend',
  startMaintenance: 'Start maintenance of',
  endMaintenance: 'End maintenance of',
  activate: 'Activate',
  archive: 'Archive',
}

const changeOfStatus = (name: StatusChangeName): BulkAction => ({
  name,
  label: statusChanges[name].label,
  asks: asks[name],
  explains: explainMany[name] ?? explain[name],
  fields: { reason: statusChanges[name].reason ? reasonField : optional(reasonField) },
  needs: 'write',
  // One whose status is not known allows nothing.
  fits: ({ status }) => changesFrom(status as StoreStatus).includes(name),
})

const tag = text('Tag', { max: 30, pattern: patterns.tag })

/** What can be done to many stores at once besides (screens.md, All Stores): what is done daily comes first, of what their status allows. */
export const storeBulk: readonly BulkAction[] = [
  changeOfStatus('activate'),
  changeOfStatus('suspend'),
  changeOfStatus('startMaintenance'),
  changeOfStatus('endMaintenance'),
  {
    name: 'assignTheme',
    label: 'Assign theme',
    asks: 'Assign a theme to',
    explains: 'Members see the new theme right away.',
    fields: { themeId: reference('Theme', { ...themes, writes: [] }) },
    needs: 'write',
  },
  { name: 'addTag', label: 'Add tag', asks: 'Add a tag to', fields: { tag }, needs: 'write' },
  {
    name: 'removeTag',
    label: 'Remove tag',
    asks: 'Remove a tag from',
    fields: { tag },
    needs: 'write',
  },
  changeOfStatus('archive'),
]
