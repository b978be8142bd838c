import type { AnyRecord } from '#shared/engine/resource.ts'
import { StoreColorContrast } from '#client/frame/index.ts'
import { loadStoreDefaults } from '#client/areas/stores/loadStoreDefaults.ts'
import type { StoreFieldTab } from '#shared/areas/stores/storeFieldPlaces.ts'
import { StoreTabForm } from '../StoreTabForm.tsx'
import { defineTab } from './storeTab.tsx'
import type { StoreTab, TabProps } from './storeTab.tsx'

const createFieldTab = (tab: StoreFieldTab): StoreTab =>
  defineTab({
    load: loadStoreDefaults,
    render: ({ data, ...props }) => <StoreTabForm {...props} defaults={data} tab={tab} />,
  })

export const generalTab = createFieldTab('general')

export const localeTab = createFieldTab('locale')

/** The store's brand. The contrast of its two colors is checked while typing. */
export const brandTab = defineTab({
  load: loadStoreDefaults,
  render: (props) => <BrandTab {...props} />,
})

function BrandTab({ data: defaults, ...props }: TabProps<AnyRecord | null>) {
  const { store, refused } = props
  const typed = refused?.intent === 'edit' ? refused.values : store
  const getColor = (name: string) => String(typed[name] || defaults?.[name] || '')
  return (
    <StoreTabForm {...props} defaults={defaults} tab="brand">
      <StoreColorContrast
        primary={getColor('primaryColour')}
        text={getColor('textColour')}
        inherited={{
          primary: String(defaults?.['primaryColour'] ?? ''),
          text: String(defaults?.['textColour'] ?? ''),
        }}
      />
    </StoreTabForm>
  )
}
