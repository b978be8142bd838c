import { allStoresMessages } from '#shared/areas/stores/allStoresMessages.ts'
import { SettingsPanel, StoreColorContrast } from '#client/frame/index.ts'
import { storesPanelsMessages } from './messages.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { buildOverridesUrl } from './overridesUrl.ts'
import { Link } from '#client/ui/Link.tsx'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import type { ListProps } from '#client/list/listProps.ts'

const getBrandColors = (defaults: AnyRecord, refused?: ListProps['refused']) => {
  const typed = refused?.values ?? defaults
  return { primary: String(typed['primaryColour']), text: String(typed['textColour']) }
}

/** Edits what every store inherits unless it overrides it. */
export function StoreDefaultsPanel(props: PanelProps<AnyRecord>) {
  const { refused, loaded: defaults } = props
  return (
    <SettingsPanel {...props} settings={storeDefaults} title={allStoresMessages.defaults}>
      <p>{storesPanelsMessages.defaultsExplain}</p>
      <p>
        <Link to={buildOverridesUrl()} preventScrollReset>
          {storesPanelsMessages.overrides}
        </Link>
      </p>
      <StoreColorContrast
        {...getBrandColors(defaults, refused)}
        inherited={getBrandColors(defaults)}
      />
    </SettingsPanel>
  )
}
