import { Form, useLocation, useNavigation } from 'react-router'
import { isPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { Button } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Table } from '#client/ui/Table.tsx'
import type { Difference } from '#shared/areas/cognito/comparison.ts'
import { inWords } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import { cognitoWords as say } from './words.ts'

/** What of the pool differs; null where nobody asked for it. */
export type Compared = Difference[] | PageFailure | null

type Props = SetupProps<Compared> & { record: AnyRecord; inputOf: (field: string) => string }

/** What of the live pool is another than here, each to be taken over. */
export function Comparison({ record, more, refused, writeKey, resource, inputOf }: Props) {
  const { pathname } = useLocation()
  const hasSecret = Reflect.get(Object(record['awsSecretAccessKey']), 'set') === true
  const aws = hasSecret && record['awsAccessKeyId'] !== null
  if (!resource.writes.includes('change')) return null
  return (
    <section className={setup.card} aria-labelledby="compare-title" id="compare">
      <div className={setup.head}>
        <h2 id="compare-title" className={setup.heading}>
          {say.compareTitle}
        </h2>
        {aws && (
          <Link to={`${pathname}?compare`} preventScrollReset>
            {say.compare}
          </Link>
        )}
      </div>
      <div className={setup.inset}>
        {more === null && (
          <p className={setup.soft}>{aws ? say.compareExplain : say.compareWith}</p>
        )}
        {isPageFailure(more) && <FailureText failure={more} />}
        {Array.isArray(more) && more.length === 0 && <p>{say.same}</p>}
        {Array.isArray(more) && more.length > 0 && (
          <Differences {...{ differences: more, record, refused, writeKey, inputOf }} />
        )}
      </div>
    </section>
  )
}

type DifferencesProps = Pick<Props, 'record' | 'refused' | 'writeKey' | 'inputOf'> & {
  differences: Difference[]
}

function Differences({ differences, record, refused, writeKey, inputOf }: DifferencesProps) {
  const { pathname } = useLocation()
  const sending = useNavigation().formData?.get('intent') === 'takeOver'
  const answer = refused?.intent === 'takeOver' ? refused : undefined
  // Of a field that stands in the form, such as the secret that another domain asks for anew, it is told here too.
  const error = Object.values(answer?.errors ?? {}).join(' ')
  return (
    <Form method="post" action={`${pathname}?compare`} preventScrollReset>
      {answer?.failure && <FailureText failure={answer.failure} />}
      <input type="hidden" name="intent" value="takeOver" />
      <input type="hidden" name="id" value={record.id} />
      <input type="hidden" name="version" value={record.version} />
      <input type="hidden" name="writeKey" value={`${writeKey}-take`} />
      <Table
        caption={say.differences}
        keyOf={({ field }) => field}
        rows={differences}
        columns={[
          { label: say.field, render: (row) => <Chosen row={row} inputOf={inputOf} /> },
          { label: say.ours, render: ({ field, ours }) => shown(field, ours) },
          { label: say.theirs, render: (row) => shown(row.field, row.theirs, row.ours === true) },
        ]}
      />
      {error && <p role="alert">{error}</p>}
      <div className={setup.actions}>
        <Button type="submit" loading={sending}>
          {say.takeOver}
        </Button>
      </div>
    </Form>
  )
}

const fieldOf = (name: string) => cognitoSetup.fields[name as keyof typeof cognitoSetup.fields]

function Chosen({
  row: { field, theirs, takes },
  inputOf,
}: {
  row: Difference
  inputOf: Props['inputOf']
}) {
  const label = fieldOf(field)?.label ?? field
  if (!takes) return label
  return (
    <label>
      <input
        type="checkbox"
        name="take"
        value={field}
        defaultChecked
        aria-label={say.choose(label)}
      />{' '}
      {label}
      <input type="hidden" name={inputOf(field)} value={JSON.stringify(theirs)} />
    </label>
  )
}

/** A value in words; of a secret only whether there is one. */
function shown(name: string, value: unknown, isOther = false): string {
  const field = fieldOf(name)
  if (!field || field.kind === 'secret')
    return value !== true ? say.isNotSet : isOther ? say.differs : say.isSet
  return inWords(field, value) || say.empty
}
