import type { AnyRecord } from '#shared/engine/resource.ts'
import type { FormSection } from '#shared/engine/fields/sections.ts'
import { StoreColorContrast } from '#client/ui/texts/StoreColorContrast.tsx'
import { loadStoreDefaults } from '#client/areas/stores/loadStoreDefaults.ts'
import type { StoreTabName } from '#shared/areas/stores/storeUrl.ts'
import { StoreTabForm } from '../StoreTabForm.tsx'
import { defineTab } from './storeTab.tsx'
import type { StoreField, StoreTab, TabProps } from './storeTab.tsx'
import { storeFieldsMessages } from '../messages.ts'

const createFieldTab = (
  tab: StoreTabName,
  fields: readonly StoreField[],
  sections?: readonly FormSection[],
): StoreTab =>
  defineTab({
    fields,
    load: loadStoreDefaults,
    render: ({ data, ...props }) => (
      <StoreTabForm {...props} defaults={data} {...{ tab, fields, sections }} />
    ),
  })

const identityFields: readonly StoreField[] = ['name', 'code', 'organisationId', 'type', 'plan']
const contactFields: readonly StoreField[] = ['supportEmail', 'tags', 'notes']

export const generalTab = createFieldTab(
  'general',
  [...identityFields, ...contactFields],
  [
    { title: storeFieldsMessages.identity, fields: identityFields },
    { title: storeFieldsMessages.contact, fields: contactFields },
  ],
)

export const localeTab = createFieldTab('locale', [
  'defaultLocale',
  'defaultCurrency',
  'locales',
  'currencies',
  'timeZone',
  'country',
])

const brandFields: readonly StoreField[] = [
  'themeId',
  'logo',
  'favicon',
  'primaryColour',
  'textColour',
]

/** The store's brand. The contrast of its two colors is checked while typing. */
export const brandTab = defineTab({
  fields: brandFields,
  load: loadStoreDefaults,
  render: (props) => <BrandTab {...props} />,
})

function BrandTab({ data: defaults, ...props }: TabProps<AnyRecord | null>) {
  const { store, refused } = props
  const typed = refused?.intent === 'edit' ? refused.values : store
  const getColor = (name: string) => String(typed[name] || defaults?.[name] || '')
  return (
    <StoreTabForm {...props} defaults={defaults} tab="brand" fields={brandFields}>
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
