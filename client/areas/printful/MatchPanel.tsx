import type { AnyRecord } from '#shared/engine/resource.ts'
import { matchedKinds } from '#shared/areas/printful/printfulCalls.ts'
import type { MatchedKind, Matches, Unmatched } from '#shared/areas/printful/printfulCalls.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { isPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import type { Refused } from '#client/form/answerForm.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { SectionForm } from '#client/integrations/SectionForm.tsx'
import { Section } from '#client/ui/Section.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { aboutRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { Halves } from '#client/ui/charts/Halves.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import * as panel from '#client/form/Panel.css.ts'
import { printfulWords as say } from './words.ts'

export type Matched = { record: AnyRecord } & Record<MatchedKind, Matches | PageFailure>

const kinds = Object.keys(matchedKinds) as MatchedKind[] // The table's own.

/** Which of our sizes and colors Printful has under which name, by the catalogue that was read last. */
export function MatchPanel({ resource, view, data, refused, loaded }: PanelProps<Matched>) {
  const { record } = loaded
  const form = { record, refused, writeKey: data.writeKey }
  const may = useMay()(resource, 'write')
  const at = kinds.flatMap((kind) => readAt(loaded[kind])).at(0)
  return (
    <Panel {...aboutRecord({ resource, view }, record)} size="large">
      <div className={panel.body}>
        <Section id="catalogue" title={say.catalogue}>
          <SectionForm {...form} may={may} intent="sync" button={say.sync}>
            {() => (
              <p className={setup.soft}>
                {at ? say.syncedAt : say.notSynced} {at && <Instant at={at} />}
              </p>
            )}
          </SectionForm>
        </Section>
        {kinds.map((kind) => {
          const matches = loaded[kind]
          if (!isPageFailure(matches) && matches.at === null) return null
          return (
            <Section key={kind} id={kind} title={say.kinds[kind]}>
              {isPageFailure(matches) ? (
                <FailureText failure={matches} />
              ) : (
                <SectionForm
                  {...form}
                  may={matches.may && matches.total > 0}
                  intent={kind}
                  button={say.saveMatches[kind]}
                  color="primary"
                >
                  {(answer) => <Kind kind={kind} matches={matches} answer={answer} />}
                </SectionForm>
              )}
            </Section>
          )
        })}
      </div>
    </Panel>
  )
}

const readAt = (told: Matches | PageFailure) => (isPageFailure(told) ? [] : [told.at])

type KindProps = { kind: MatchedKind; matches: Matches; answer: Refused | undefined }

function Kind({ kind, matches, answer }: KindProps) {
  const { matched, total, unmatched, options, unused } = matches
  const strange = unmatched.filter(({ suggested }) => !suggested)
  const fieldsOf = (some: readonly Unmatched[]) =>
    some.map((one) => <Match key={one.id} kind={kind} one={one} answer={answer} />)
  return (
    <>
      <p>
        {say.matched(matched, total)} {total > 0 && say.matchExplain}
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
      <div className={panel.fields}>{fieldsOf(unmatched.filter(({ suggested }) => suggested))}</div>
      {strange.length > 0 && (
        <details open={answer !== undefined}>
          <summary>{say.strange(strange.length)}</summary>
          <div className={panel.fields}>{fieldsOf(strange)}</div>
        </details>
      )}
      {unused.length > 0 && (
        <details>
          <summary>{say.unused(unused.length)}</summary>
          <p className={setup.soft}>{unused.join(', ')}</p>
        </details>
      )}
    </>
  )
}

type MatchProps = Omit<KindProps, 'matches'> & { one: Unmatched }

function Match({ kind, one, answer }: MatchProps) {
  const { id, name, code, hex, theirs, suggested } = one
  const input = `match-${id}`
  const typed = answer?.values[input]
  return (
    <TextInput
      id={`${kind}-${input}`}
      name={input}
      label={say.ours(name, code)}
      hint={
        theirs === null
          ? suggestionOf(suggested)
          : `${say.unknown(theirs)} ${suggestionOf(suggested)}`
      }
      list={`${kind}-options`}
      maxLength={40}
      defaultValue={typed === undefined ? (suggested?.name ?? '') : String(typed)}
      error={answer?.errors[input]}
      prefix={hex && <Halves left={hex} right={suggested?.hex ?? hex} size={14} />}
    />
  )
}

function suggestionOf(suggested: Unmatched['suggested']): string {
  if (!suggested) return say.nothing
  const { name, distance } = suggested
  return distance === null ? say.byName(name) : say.byLook(name, distance)
}
