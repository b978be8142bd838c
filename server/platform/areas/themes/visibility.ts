import { sql } from 'kysely'
import { themes } from '#shared/areas/themes/themes.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { selectWithStoreCount } from '#server/platform/core/records/storeScope.ts'
import type { Visibility } from '#server/platform/core/records/storeScope.ts'

/** Everyone sees all themes and versions, but counts only stores that the account has. */
export const themeVisibility: Readonly<Record<string, Visibility>> = {
  themes: {
    selectRows: ({ storeIds }) =>
      storeIds &&
      sql`(${selectWithStoreCount(themes, sql`from stores where stores.theme_id = themes.id`, storeIds)}) as themes`,
  },
  themeVersions: {
    selectRows({ storeIds }) {
      if (storeIds === null) return null
      const storesSql = sql`from store_theme_versions as kept join stores on stores.id = kept.store_id
        where kept.version_id = theme_versions.id`
      return sql`(${selectWithStoreCount(themeVersions, storesSql, storeIds)}) as theme_versions`
    },
  },
}
