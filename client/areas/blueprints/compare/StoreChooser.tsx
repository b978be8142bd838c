import { Form, useLocation } from 'react-router'
import { buildCompareUrl } from '#shared/areas/stores/storeUrl.ts'
import { isReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { Button } from '#client/frame/index.ts'
import { ReferenceInput } from '#client/form/inputs/ReferenceInput.tsx'
import { Link } from '#client/ui/Link.tsx'
import { chooserFields } from './loadComparison.ts'
import type { ChooserField, ComparisonData } from './loadComparison.ts'
import { compareMessages } from './messages.ts'
import * as styles from './Compare.css.ts'

/** Chooses the stores to compare. Works without JavaScript too. */
export function StoreChooser({ selection, store, other }: ComparisonData) {
  const { pathname } = useLocation()
  const blueprintId = Number(store?.['blueprintId'] ?? 0)
  const renderInput = (name: ChooserField) => {
    const { value, ...rejection } = selection[name]
    return (
      <ReferenceInput
        key={`${name} ${isReferenceValue(value) ? value.id : value}`}
        id={`compare-${name}`}
        name={name}
        field={chooserFields[name]}
        value={value}
        {...rejection}
      />
    )
  }
  return (
    <div>
      <Form method="get" action={pathname} className={styles.chooser}>
        {renderInput('store')}
        {renderInput('with')}
        <Button type="submit" color="white">
          {compareMessages.compare}
        </Button>
      </Form>
      {other && store && blueprintId > 0 && (
        <p className={styles.note}>
          <Link to={buildCompareUrl({ store: store.id })}>
            {compareMessages.withBlueprint(store.labels?.['blueprintId'] ?? '')}
          </Link>
        </p>
      )}
    </div>
  )
}
