import { storeMessages } from '#shared/stores/storeMessages.ts'
import { Contrast } from './Contrast.tsx'
import { StoreForm } from './StoreForm.tsx'
import { defineTab } from './storeTab.tsx'
import type { StoreField, TabProps } from './storeTab.tsx'

const fields: readonly StoreField[] = ['themeId', 'logoUrl', 'primaryColour', 'textColour']

/** How the store looks; the two colours together are checked while they are typed. */
export const brand = defineTab({
  title: storeMessages.tabs.brand,
  fields,
  render: (props) => <Brand {...props} />,
})

function Brand(props: TabProps) {
  const { store, defaults, refused } = props
  const typed = refused?.intent === 'edit' ? refused.values : store
  const colour = (name: string) => String(typed[name] || defaults?.[name] || '')
  const logo = store['logoUrl']
  return (
    <StoreForm {...props} tab="brand" fields={fields}>
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
            {storeMessages.brand.logo}
          </a>
        </p>
      )}
    </StoreForm>
  )
}
