import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { stores } from '#shared/areas/stores/stores.ts'

/** URL parameters of the panel: the platform default, and how many stores come before its page. */
export const [settingParam, skipParam] = ['setting', 'skip'] as const

export const inheritedSettings = Object.keys(storeDefaults.fields)

/** Builds the URL of the panel with the stores that override a platform default. */
export const buildOverridesUrl = (setting = inheritedSettings[0] ?? '', skip = 0): string =>
  `${stores.path}?${new URLSearchParams({
    overrides: '',
    [settingParam]: setting,
    ...(skip > 0 && { [skipParam]: String(skip) }),
  })}`

/** Parses which default the URL names, the first one by default, and which page of stores. */
export function parseOverridesQuery(params: URLSearchParams) {
  const setting = inheritedSettings.find((name) => name === params.get(settingParam))
  const from = Number(params.get(skipParam))
  return {
    setting: setting ?? inheritedSettings[0] ?? '',
    from: Number.isSafeInteger(from) && from > 0 ? from : 0,
  }
}
