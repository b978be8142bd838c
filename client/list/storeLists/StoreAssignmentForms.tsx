import { useLocation } from 'react-router'
import { findStoreList } from '#shared/engine/storeList.ts'
import { FormField } from '#client/form/inputs/FormField.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Button } from '#client/ui/Button.tsx'
import { StoresPanelForm } from './StoreListForm.tsx'
import { storeListMessages } from './messages.ts'
import { buildStoreListPanelUrl } from '#client/form/storeListUrl.ts'
import type { StoreListProps } from './storeListProps.ts'
import { createStoreCodesField, storeFilterFields } from './storeListIntents.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './StoreList.css.ts'

/**
 * Renders the choice of stores to add, by filter or by pasted codes. Each form is answered with its
 * preview.
 */
export function StoreAssignmentForms({ resource, loaded, writeKey, refused }: StoreListProps) {
  const location = useLocation()
  const { record } = loaded
  const isMap = findStoreList(resource)?.kind === 'pairs'
  const values = refused?.values ?? {}
  const isAbout = (by: string) => refused && values['by'] === by
  const { selection } = refused?.errors ?? {}
  const getHiddenFields = (by: string) => ({ change: 'add', by })
  return (
    <>
      <div className={panel.body}>
        {refused?.failure && <FailureText failure={refused.failure} />}
        {selection && (
          <p className={panel.refusal} role="alert">
            {selection}
          </p>
        )}
        {!isMap && (
          <section aria-labelledby="assign-by-filter">
            <h3 id="assign-by-filter" className={styles.head}>
              {storeListMessages.byFilter}
            </h3>
            <p className={styles.facts}>{storeListMessages.byFilterExplains}</p>
            <StoresPanelForm
              intent="planStores"
              record={record.id}
              writeKey={`${writeKey}-filter`}
              sends={getHiddenFields('filter')}
              className={styles.stack}
            >
              <div className={panel.fields}>
                {Object.entries(storeFilterFields).map(([name, field]) => (
                  <div key={name} className={panel.cell} data-width="half">
                    <FormField
                      id={`assign-${name}`}
                      name={name}
                      field={field}
                      answer={isAbout('filter') ? refused : undefined}
                    />
                  </div>
                ))}
              </div>
              <div>
                <Button type="submit">{storeListMessages.plan}</Button>
              </div>
            </StoresPanelForm>
          </section>
        )}
        <section aria-labelledby="assign-by-codes">
          <h3 id="assign-by-codes" className={styles.head}>
            {storeListMessages.byCodes}
          </h3>
          <StoresPanelForm
            intent="planStores"
            record={record.id}
            writeKey={`${writeKey}-codes`}
            sends={getHiddenFields('codes')}
            className={styles.stack}
          >
            <FormField
              id="assign-codes"
              name="codes"
              field={createStoreCodesField(isMap)}
              answer={isAbout('codes') ? refused : undefined}
            />
            <div>
              <Button type="submit">{storeListMessages.plan}</Button>
            </div>
          </StoresPanelForm>
        </section>
      </div>
      <FormFooter
        said={storeListMessages.nothingYet}
        cancelUrl={buildStoreListPanelUrl(location, record.id)}
        cancelLabel={storeListMessages.back}
      >
        {null}
      </FormFooter>
    </>
  )
}
