import '#client/frame/signedIn.ts'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storeReference } from '#shared/areas/stores/storeReference.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { themeSettings } from '#shared/areas/themes/settingSlots.ts'
import { assignedThemes } from '#shared/areas/themes/assignedThemes.ts'
import { rolledOutVersions } from '#shared/areas/themes/versionCalls.ts'
import { themeStatuses } from '#shared/areas/themes/themeReference.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { plainScreen, withScreens } from '#client/list/plainScreen.tsx'
import { RowMenu } from '#client/list/table/RowMenu.tsx'
import { stateCell } from '#client/list/table/stateCell.tsx'
import { Link } from '#client/ui/Link.tsx'
import { versionLook } from './versionLook.tsx'
import { themesWords as say } from './words.ts'

const storesAt = ({ id }: AnyRecord) => `${storeReference.path}?filter[themeId][eq]=${id}`
const versionsAt = ({ id }: AnyRecord) => `${themeVersions.path}&filter[themeId][eq]=${id}`

/** How many stores wear a theme, as the way to see them. */
const storesOf = (theme: AnyRecord) => (
  <Link
    to={storesAt(theme)}
    aria-label={say.storesOf(Number(theme['stores']), labelOf(themes, theme))}
  >
    {String(theme['stores'])}
  </Link>
)

const status = stateCell('status', themeStatuses, {
  draft: 'off',
  published: 'good',
  deprecated: 'warn',
  archived: 'off',
})

const latestVersion = (theme: AnyRecord) =>
  theme['latestVersion'] ? (
    <Link
      to={versionsAt(theme)}
      aria-label={say.versionsOf(String(theme['latestVersion']), labelOf(themes, theme))}
    >
      {String(theme['latestVersion'])}
    </Link>
  ) : null

/** What may become of a theme, by where it stands. */
const changesFrom = {
  draft: ['publish', 'archive'],
  published: ['deprecate', 'redraft', 'archive'],
  deprecated: ['publish', 'archive'],
  archived: ['publish', 'redraft'],
} as const

function rowActions(theme: AnyRecord, view: ListView) {
  const at = panelAddresses(themes, view)
  return (
    <RowMenu
      label={say.more(labelOf(themes, theme))}
      entries={[
        [say.versions, versionsAt(theme)],
        [say.settings, at('settings', theme.id)],
        [say.stores, storesAt(theme)],
        [say.assign, at('assign', theme.id), assignedThemes, 'write'],
        ...(changesFrom[theme['status'] as keyof typeof changesFrom] ?? []).map(
          (name) => [say.changes[name].label, at(name, theme.id), themes, 'write'] as const,
        ),
        [say.delete, at('delete', theme.id), themes, 'delete'],
      ]}
    />
  )
}

/** Themes: the generic list, from which stores are given one, and looked at (screens.md, Themes). */
const allThemes = plainScreen(
  themes,
  { cells: { status, stores: storesOf, latestVersion }, rowActions },
  definePanels(() => import('./panels.tsx'), {
    assign: { button: null, of: assignedThemes },
    publish: { button: null },
    deprecate: { button: null },
    redraft: { button: null },
    archive: { button: null },
    settings: { button: null, of: themeSettings, reads: true },
  }),
)

/** Versions of all themes, or of the one that the list is filtered by; each is rolled out from there. */
const allVersions = plainScreen(
  themeVersions,
  { ...versionLook },
  definePanels(() => import('./versionPanels.tsx'), {
    rollout: { button: null, of: rolledOutVersions, reads: true },
  }),
)

export const { loader, action, Component, panels } = withScreens(allThemes, {
  versions: allVersions,
})
