import type { storeDefaults as definition } from '#shared/areas/stores/storeDefaults.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'

/** The values that stores inherit, except the theme, which is the first one. */
export const storeDefaultsRow: Omit<ValuesOf<typeof definition>, 'themeId'> = {
  defaultLocale: 'en-US',
  timeZone: 'UTC',
  primaryColour: '#3730a3',
  textColour: '#ffffff',
  access: 'public',
  supportEmail: 'support@example.com',
}
