import { panelAddresses } from '#shared/engine/list/listView.ts'
import { labelOf } from '#shared/engine/resource.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { rolloutLabels } from '#shared/areas/themes/rollout.ts'
import type { ListLook } from '#client/list/listProps.ts'
import { RowMenu } from '#client/list/table/RowMenu.tsx'
import { stateCell } from '#client/list/table/stateCell.tsx'
import { versionWords as say } from './words.ts'

const rollout = stateCell('rollout', rolloutLabels, {
  new: 'off',
  pilot: 'warn',
  pilotPaused: 'bad',
  few: 'warn',
  fewPaused: 'bad',
  some: 'warn',
  somePaused: 'bad',
  all: 'good',
  allPaused: 'bad',
  rolledBack: 'off',
})

export const versionLook: ListLook = {
  cells: { rollout },
  widths: { rollout: 150 },
  rowActions(version, view) {
    const at = panelAddresses(themeVersions, view)
    return (
      <RowMenu
        label={say.more(labelOf(themeVersions, version))}
        entries={[
          [say.rollout, at('rollout', version.id)],
          [say.pilots, at('stores', version.id)],
          [say.edit, at('edit', version.id), themeVersions, 'write'],
          [say.download, `/api/files/${String(version['package'])}`],
          [say.delete, at('delete', version.id), themeVersions, 'delete'],
        ]}
      />
    )
  },
}
