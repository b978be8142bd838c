import type { AnyRecord } from '#shared/engine/resource.ts'
import { matchedKinds } from '#shared/areas/printful/printfulCalls.ts'
import type { MatchedKind, Matches, UnmatchedItem } from '#shared/areas/printful/printfulCalls.ts'
import { Section, SectionForm, getPanelHeading, ColorPair } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { isPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import * as panel from '#client/form/Panel.css.ts'
import { printfulMessages } from './messages.ts'

type MatchPanelData = { record: AnyRecord } & Record<MatchedKind, Matches | PageFailure>

const matchKinds = Object.keys(matchedKinds) as MatchedKind[] // The table's own keys.

/**
 * Shows which of our sizes and colors Printful has, and under which names, as of the last catalog
 * sync.
 */
export function PrintfulMatchPanel({
  resource,
  view,
  data,
  refused,
  loaded,
}: PanelProps<MatchPanelData>) {
  const { record } = loaded
  const form = { record, refused, writeKey: data.writeKey }
  const canWrite = useCan()(resource, 'write')
  const syncedAt = matchKinds.flatMap((kind) => getSyncTimes(loaded[kind])).at(0)
  return (
    <Panel
      {...getPanelHeading({ resource, view }, record, printfulMessages.matchTitle)}
      size="large"
    >
      <div className={panel.body}>
        <Section id="catalogue" title={printfulMessages.catalogue}>
          <SectionForm {...form} canSubmit={canWrite} intent="sync" button={printfulMessages.sync}>
            {() => (
              <p className={setup.soft}>
                {syncedAt ? printfulMessages.syncedAt : printfulMessages.notSynced}{' '}
                {syncedAt && <Instant at={syncedAt} />}
              </p>
            )}
          </SectionForm>
        </Section>
        {matchKinds.map((kind) => {
          const matches = loaded[kind]
          if (!isPageFailure(matches) && matches.at === null) return null
          return (
            <Section key={kind} id={kind} title={printfulMessages.kinds[kind]}>
              {isPageFailure(matches) ? (
                <FailureText failure={matches} />
              ) : (
                <SectionForm
                  {...form}
                  canSubmit={matches.may && matches.total > 0}
                  intent={kind}
                  button={printfulMessages.saveMatches[kind]}
                  color="primary"
                >
                  {(answer) => <MatchSection kind={kind} matches={matches} answer={answer} />}
                </SectionForm>
              )}
            </Section>
          )
        })}
      </div>
    </Panel>
  )
}

const getSyncTimes = (matches: Matches | PageFailure) =>
  isPageFailure(matches) ? [] : [matches.at]

type MatchSectionProps = { kind: MatchedKind; matches: Matches; answer: RejectedForm | undefined }

function MatchSection({ kind, matches, answer }: MatchSectionProps) {
  const { matched, total, unmatched, options, unused } = matches
  const strange = unmatched.filter(({ suggested }) => !suggested)
  const renderInputs = (some: readonly UnmatchedItem[]) =>
    some.map((one) => <MatchInput key={one.id} kind={kind} one={one} answer={answer} />)
  return (
    <>
      <p>
        {printfulMessages.matched(matched, total)}{' '}
        {total > 0 &&
          (strange.length < unmatched.length
            ? printfulMessages.suggestions
            : printfulMessages.noSuggestions[kind])}
      </p>
      {answer?.errors[kind] && (
        <p className={setup.bad} role="alert">
          {answer.errors[kind]}
        </p>
      )}
      <datalist id={`${kind}-options`}>
        {options.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <div className={panel.fields}>
        {renderInputs(unmatched.filter(({ suggested }) => suggested))}
      </div>
      {strange.length > 0 && (
        <details open={answer !== undefined}>
          <summary>{printfulMessages.strange(strange.length)}</summary>
          <div className={panel.fields}>{renderInputs(strange)}</div>
        </details>
      )}
      {unused.length > 0 && (
        <details>
          <summary>{printfulMessages.unused(unused.length)}</summary>
          <p className={setup.soft}>{unused.join(', ')}</p>
        </details>
      )}
    </>
  )
}

type MatchInputProps = Omit<MatchSectionProps, 'matches'> & { one: UnmatchedItem }

function MatchInput({ kind, one, answer }: MatchInputProps) {
  const { id, name, code, hex, theirs, suggested } = one
  const input = `match-${id}`
  const typed = answer?.values[input]
  return (
    <TextInput
      id={`${kind}-${input}`}
      name={input}
      label={printfulMessages.ours(name, code)}
      hint={
        theirs === null
          ? formatSuggestion(suggested)
          : `${printfulMessages.unknown(theirs)} ${formatSuggestion(suggested)}`
      }
      list={`${kind}-options`}
      maxLength={40}
      defaultValue={typed === undefined ? (suggested?.name ?? '') : String(typed)}
      error={answer?.errors[input]}
      prefix={hex && <ColorPair left={hex} right={suggested?.hex ?? hex} size={14} />}
    />
  )
}

function formatSuggestion(suggested: UnmatchedItem['suggested']): string {
  if (!suggested) return printfulMessages.nothing
  const { name, distance } = suggested
  return distance === null ? printfulMessages.byName(name) : printfulMessages.byLook(name, distance)
}
