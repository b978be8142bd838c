import { Form, useLocation, useNavigation } from 'react-router'
import { Button, Table } from '#client/frame/index.ts'
import { isPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { Link } from '#client/ui/Link.tsx'
import type { PoolDifference } from '#shared/areas/cognito/comparison.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import { cognitoMessages } from './messages.ts'

/** The settings that differ from the pool, or null if no comparison was requested. */
export type PoolComparison = PoolDifference[] | PageFailure | null

type ComparisonProps = SetupProps<PoolComparison> & {
  record: AnyRecord
  inputOf: (field: string) => string
}

/** Lists the settings in which the live pool differs. Each can be copied. */
export function PoolComparisonSection({
  record,
  more,
  refused,
  writeKey,
  resource,
  inputOf,
}: ComparisonProps) {
  const { pathname } = useLocation()
  const hasSecret = Reflect.get(Object(record['awsSecretAccessKey']), 'set') === true
  const hasAwsAccess = hasSecret && record['awsAccessKeyId'] !== null
  if (!resource.api.writes.includes('change')) return null
  return (
    <section className={setup.card} aria-labelledby="compare-title" id="compare">
      <div className={setup.head}>
        <h2 id="compare-title" className={setup.heading}>
          {cognitoMessages.compareTitle}
        </h2>
        {hasAwsAccess && (
          <Link to={`${pathname}?compare`} preventScrollReset>
            {cognitoMessages.compare}
          </Link>
        )}
      </div>
      <div className={setup.inset}>
        {more === null && (
          <p className={setup.soft}>
            {hasAwsAccess ? cognitoMessages.compareExplain : cognitoMessages.compareWith}
          </p>
        )}
        {isPageFailure(more) && <FailureText failure={more} />}
        {Array.isArray(more) && more.length === 0 && <p>{cognitoMessages.same}</p>}
        {Array.isArray(more) && more.length > 0 && (
          <Differences {...{ differences: more, record, refused, writeKey, inputOf }} />
        )}
      </div>
    </section>
  )
}

type DifferencesProps = Pick<ComparisonProps, 'record' | 'refused' | 'writeKey' | 'inputOf'> & {
  differences: PoolDifference[]
}

function Differences({ differences, record, refused, writeKey, inputOf }: DifferencesProps) {
  const { pathname } = useLocation()
  const sending = useNavigation().formData?.get('intent') === 'takeOver'
  const answer = refused?.intent === 'takeOver' ? refused : undefined
  // Also shows errors of fields in the form, such as a secret that a new domain requires again.
  const error = Object.values(answer?.errors ?? {}).join(' ')
  return (
    <Form method="post" action={`${pathname}?compare`} preventScrollReset>
      {answer?.failure && <FailureText failure={answer.failure} />}
      <input type="hidden" name="intent" value="takeOver" />
      <input type="hidden" name="id" value={record.id} />
      <input type="hidden" name="version" value={record.version} />
      <input type="hidden" name="writeKey" value={`${writeKey}-take`} />
      <Table
        caption={cognitoMessages.differences}
        keyOf={({ field }) => field}
        rows={differences}
        columns={[
          {
            label: cognitoMessages.field,
            render: (row) => <DifferenceCheckbox row={row} inputOf={inputOf} />,
          },
          {
            label: cognitoMessages.ours,
            render: ({ field, ours }) => formatSettingValue(field, ours),
          },
          {
            label: cognitoMessages.theirs,
            render: (row) => formatSettingValue(row.field, row.theirs, row.ours === true),
          },
        ]}
      />
      {error && <p role="alert">{error}</p>}
      <div className={setup.actions}>
        <Button type="submit" loading={sending}>
          {cognitoMessages.takeOver}
        </Button>
      </div>
    </Form>
  )
}

const getSetupField = (name: string) =>
  cognitoSetup.fields[name as keyof typeof cognitoSetup.fields]

function DifferenceCheckbox({
  row: { field, theirs, takes },
  inputOf,
}: {
  row: PoolDifference
  inputOf: ComparisonProps['inputOf']
}) {
  const label = getSetupField(field)?.label ?? field
  if (!takes) return label
  return (
    <label>
      <input
        type="checkbox"
        name="take"
        value={field}
        defaultChecked
        aria-label={cognitoMessages.choose(label)}
      />{' '}
      {label}
      <input type="hidden" name={inputOf(field)} value={JSON.stringify(theirs)} />
    </label>
  )
}

/** Formats a setting. For a secret, only whether it is set. */
function formatSettingValue(name: string, value: unknown, isOther = false): string {
  const field = getSetupField(name)
  if (!field || field.kind === 'secret')
    return value !== true
      ? cognitoMessages.isNotSet
      : isOther
        ? cognitoMessages.differs
        : cognitoMessages.isSet
  return formatValue(field, value) || cognitoMessages.empty
}
