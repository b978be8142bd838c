import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Section } from '#shared/engine/fields/sections.ts'
import { Contrast } from '#client/ui/texts/Contrast.tsx'
import { loadDefaults } from '#client/areas/stores/loadDefaults.ts'
import type { TabName } from '#shared/areas/stores/storeAddress.ts'
import { StoreForm } from '../StoreForm.tsx'
import { defineTab } from './storeTab.tsx'
import type { StoreField, StoreTab, TabProps } from './storeTab.tsx'
import { storeFieldsMessages } from '../words.ts'

const fieldTab = (
  tab: TabName,
  fields: readonly StoreField[],
  sections?: readonly Section[],
): StoreTab =>
  defineTab({
    fields,
    load: loadDefaults,
    render: ({ data, ...props }) => (
      <StoreForm {...props} defaults={data} {...{ tab, fields, sections }} />
    ),
  })

const identity: readonly StoreField[] = ['name', 'code', 'organisationId', 'type', 'plan']
const contact: readonly StoreField[] = ['supportEmail', 'tags', 'notes']

export const general = fieldTab(
  'general',
  [...identity, ...contact],
  [
    { title: storeFieldsMessages.identity, fields: identity },
    { title: storeFieldsMessages.contact, fields: contact },
  ],
)

export const locale = fieldTab('locale', [
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

/** How the store looks; the two colours together are checked while they are typed. */
export const brand = defineTab({
  fields: brandFields,
  load: loadDefaults,
  render: (props) => <Brand {...props} />,
})

function Brand({ data: defaults, ...props }: TabProps<AnyRecord | null>) {
  const { store, refused } = props
  const typed = refused?.intent === 'edit' ? refused.values : store
  const colour = (name: string) => String(typed[name] || defaults?.[name] || '')
  return (
    <StoreForm {...props} defaults={defaults} tab="brand" fields={brandFields}>
      <Contrast
        primary={colour('primaryColour')}
        text={colour('textColour')}
        inherited={{
          primary: String(defaults?.['primaryColour'] ?? ''),
          text: String(defaults?.['textColour'] ?? ''),
        }}
      />
    </StoreForm>
  )
}
