import { optional, reference, text } from '#shared/engine/fields/fields.ts'
import type { BulkAction } from '#shared/engine/bulk/bulk.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { themes } from '../themes/themes.ts'
import { reasonField } from './status/storeStatusCalls.ts'
import { changesFrom, statusChanges } from './status/storeStates.ts'
import type { StatusChangeName, StoreStatus } from './status/storeStates.ts'
import { storeStatusMessages } from './status/storeStatusMessages.ts'
import { storeLabels } from './messages.ts'

const { explain, explainMany } = storeStatusMessages

const asks: Record<StatusChangeName, string> = {
  suspend: storeLabels.suspend,
  startMaintenance: storeLabels.startMaintenanceOf,
  endMaintenance: storeLabels.endMaintenanceOf,
  activate: storeLabels.activate,
  archive: storeLabels.archive,
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

const tag = text(storeLabels.tag, { max: 30, pattern: patterns.tag })

/** What can be done to many stores at once besides (screens.md, All Stores): what is done daily comes first, of what their status allows. */
export const storeBulk: readonly BulkAction[] = [
  changeOfStatus('activate'),
  changeOfStatus('suspend'),
  changeOfStatus('startMaintenance'),
  changeOfStatus('endMaintenance'),
  {
    name: 'assignTheme',
    label: storeLabels.assignTheme,
    asks: storeLabels.assignThemeTo,
    explains: storeLabels.themeShown,
    fields: { themeId: reference(storeLabels.theme, { ...themes, writes: [] }) },
    needs: 'write',
  },
  {
    name: 'addTag',
    label: storeLabels.addTag,
    asks: storeLabels.addTagTo,
    fields: { tag },
    needs: 'write',
  },
  {
    name: 'removeTag',
    label: storeLabels.removeTag,
    asks: storeLabels.removeTagFrom,
    fields: { tag },
    needs: 'write',
  },
  changeOfStatus('archive'),
]
