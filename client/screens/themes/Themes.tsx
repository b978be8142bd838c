import '#client/signedIn.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/resources/stores.ts'
import { themes } from '#shared/resources/themes.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { Link } from '#client/ui/Link.tsx'
import { themesWords as say } from './words.ts'

/** How many stores wear a theme, as the way to see them. */
const storesOf = (theme: AnyRecord) => (
  <Link
    to={`${stores.path}?filter[themeId][eq]=${theme.id}`}
    aria-label={say.storesOf(Number(theme['stores']), labelOf(themes, theme))}
  >
    {String(theme['stores'])}
  </Link>
)

/** Themes: the generic list, from which one comes to the stores that wear one (screens.md, Themes). */
export const { loader, action, Component, panels } = plainScreen(themes, {
  cells: { stores: storesOf },
})
