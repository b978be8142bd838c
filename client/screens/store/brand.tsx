import type { AnyRecord } from '#shared/engine/resource.ts'
import { storeFieldsMessages } from '#shared/stores/storeFieldsMessages.ts'
import { Contrast } from '#client/stores/Contrast.tsx'
import { loadDefaults } from '#client/stores/loadDefaults.ts'
import { StoreForm } from './StoreForm.tsx'
import { defineTab } from './storeTab.tsx'
import type { StoreField, TabProps } from './storeTab.tsx'

const fields: readonly StoreField[] = ['themeId', 'logoUrl', 'primaryColour', 'textColour']

/** How the store looks; the two colours together are checked while they are typed. */
export const brand = defineTab({
  fields,
  load: loadDefaults,
  render: (props) => <Brand {...props} />,
})

function Brand({ data: defaults, ...props }: TabProps<AnyRecord | null>) {
  const { store, refused } = props
  const typed = refused?.intent === 'edit' ? refused.values : store
  const colour = (name: string) => String(typed[name] || defaults?.[name] || '')
  const logo = store['logoUrl']
  return (
    <StoreForm {...props} defaults={defaults} tab="brand" fields={fields}>
      <Contrast
        primary={colour('primaryColour')}
        text={colour('textColour')}
        inherited={{
          primary: String(defaults?.['primaryColour'] ?? ''),
          text: String(defaults?.['textColour'] ?? ''),
        }}
      />
      {typeof logo === 'string' && logo !== '' && (
        // The page may load pictures of its own origin only, so a logo elsewhere is a link (http.md, "Pages").
        <p>
          <a href={logo} target="_blank" rel="noreferrer">
            {storeFieldsMessages.brand.logo}
          </a>
        </p>
      )}
    </StoreForm>
  )
}
