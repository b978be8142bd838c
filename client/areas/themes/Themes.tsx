import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { assignableThemes } from '#shared/areas/themes/themeAssignment.ts'
import { themeStatuses } from '#shared/areas/themes/themes.ts'
import { RowMenu, createListScreen, createStateCell, switchScreens } from '#client/frame/index.ts'
import { versionPanels } from './versionPanels.tsx'
import { themePanels } from './panels.tsx'
import { Link } from '#client/ui/Link.tsx'
import { versionListOptions } from './versionList.tsx'
import { themesMessages } from './messages.ts'

const buildThemeStoresUrl = ({ id }: AnyRecord) => `${stores.path}?filter[themeId][eq]=${id}`
const buildVersionsUrl = ({ id }: AnyRecord) => `${themeVersions.path}&filter[themeId][eq]=${id}`

/** Shows how many stores use a theme, with a link to them. */
const renderThemeStores = (theme: AnyRecord) => (
  <Link
    to={buildThemeStoresUrl(theme)}
    aria-label={themesMessages.storesOf(Number(theme['stores']), getLabel(themes, theme))}
  >
    {String(theme['stores'])}
  </Link>
)

const renderThemeStatus = createStateCell('status', themeStatuses, {
  draft: 'off',
  published: 'good',
  deprecated: 'warn',
  archived: 'off',
})

const renderLatestVersion = (theme: AnyRecord) =>
  theme['latestVersion'] ? (
    <Link
      to={buildVersionsUrl(theme)}
      aria-label={themesMessages.versionsOf(
        String(theme['latestVersion']),
        getLabel(themes, theme),
      )}
    >
      {String(theme['latestVersion'])}
    </Link>
  ) : null

/** The changes that each status of a theme allows. */
const changesByStatus = {
  draft: ['publish', 'archive'],
  published: ['deprecate', 'redraft', 'archive'],
  deprecated: ['publish', 'archive'],
  archived: ['publish', 'redraft'],
} as const

function renderThemeActions(theme: AnyRecord, view: ListView) {
  const buildPanelUrl = createPanelUrls(themes, view)
  return (
    <RowMenu
      label={themesMessages.more(getLabel(themes, theme))}
      entries={[
        [themesMessages.versions, buildVersionsUrl(theme)],
        [themesMessages.settings, buildPanelUrl('settings', theme.id)],
        [themesMessages.stores, buildThemeStoresUrl(theme)],
        [themesMessages.assign, buildPanelUrl('assign', theme.id), assignableThemes, 'write'],
        ...(changesByStatus[theme['status'] as keyof typeof changesByStatus] ?? []).map(
          (name) =>
            [
              themesMessages.changes[name].label,
              buildPanelUrl(name, theme.id),
              themes,
              'write',
            ] as const,
        ),
        [themesMessages.delete, buildPanelUrl('delete', theme.id), themes, 'delete'],
      ]}
    />
  )
}

/** Themes: the generic list, with actions to assign and preview a theme (screens.md, Themes). */
const themesScreen = createListScreen(
  themes,
  {
    cells: {
      status: renderThemeStatus,
      stores: renderThemeStores,
      latestVersion: renderLatestVersion,
    },
    rowActions: renderThemeActions,
  },
  themePanels,
)

/** Versions of all themes, or of one if the list is filtered, with their rollouts. */
const versionsScreen = createListScreen(themeVersions, { ...versionListOptions }, versionPanels)

export const { loader, action, Component, panels } = switchScreens(themesScreen, {
  versions: versionsScreen,
})
