import { useEffect, useRef, useState } from 'react'
import { calculateContrast, minContrast } from '#shared/format/contrast.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createUndo } from '#shared/engine/undo.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import {
  createSlotFields,
  toSettingSlots,
  themeSettings,
} from '#shared/areas/themes/settingSlots.ts'
import { loadThemeSettings, saveThemeSettings } from '#shared/areas/themes/versionCalls.ts'
import type { ThemeSettings } from '#shared/areas/themes/versionCalls.ts'
import { Status, loadPanelRecord } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import type { Intents } from '#client/form/handleForm.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { ImpactConfirmation } from '#client/form/ImpactConfirmation.tsx'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import * as styles from './versions.css.ts'
import { themeSettingsMessages } from './messages.ts'

const themeSettingsIntents: Intents = {
  async settings({ api, form, key }) {
    const { id } = parseRecordVersion(form)
    const settings = await loadThemeSettings(api, id)
    const written: Record<string, unknown> = await parseValidForm(
      api,
      createSlotFields(settings),
      form,
    )
    const values = Object.fromEntries(
      toSettingSlots(settings).map(({ slot, name }) => [name, written[slot]]),
    )
    const impact = String(form.get(impactParam) ?? '')
    const record = await saveThemeSettings(
      api,
      { ...parseRecordVersion(form), reach: impact },
      values,
      key,
    )
    const before = Object.fromEntries(
      toSettingSlots(settings).map(({ slot, name }) => [name, getSlotValue(settings, slot, name)]),
    )
    const path = `/${themes.name}/${id}/settings`
    const undo = createUndo(record, { method: 'PUT', path, body: { values: before } })
    const isOther = Object.entries(values).some(([name, value]) => value !== before[name])
    return { notice: 'saved', of: toRecordLink(themes, record), undo: isOther ? undo : null }
  },
}

/** Returns a setting's saved value, or else the version's default. */
function getSlotValue(settings: ThemeSettings, slot: string, name: string): unknown {
  const savedValues: Record<string, unknown> = settings.values
  const initial: Record<string, unknown> = getInitialValues({ fields: createSlotFields(settings) })
  return savedValues[name] ?? initial[slot]
}

type ThemeSettingsData = { theme: AnyRecord; settings: ThemeSettings }

/** Edits a theme's colors and fonts, as its latest version allows, and checks their contrast. */
function ThemeSettingsPanel({
  loaded: { theme, settings },
  ...props
}: PanelProps<ThemeSettingsData>) {
  const can = useCan()
  const fields = createSlotFields(settings)
  const saved = Object.fromEntries(
    toSettingSlots(settings).map(({ slot, name }) => [slot, getSlotValue(settings, slot, name)]),
  )
  const { refused } = props
  const impact = refused?.intent === 'settings' ? refused.impact : undefined
  const isOffered = Object.keys(fields).length > 0
  return (
    <SmallForm
      {...getListFormProps(props)}
      of={themes}
      record={theme}
      intent="settings"
      title={themeSettingsMessages.title}
      size="medium"
      question={impact && <ImpactConfirmation reach={impact} />}
      buttons={
        isOffered &&
        can(themeSettings, 'write') && <SubmitButton>{themeSettingsMessages.save}</SubmitButton>
      }
    >
      {(answer) => (
        <>
          {typeof theme['preview'] === 'number' && (
            <img
              className={styles.picture}
              src={`/api/files/${theme['preview']}/thumbnail`}
              alt={themeSettingsMessages.preview}
            />
          )}
          <p>
            {settings.semver === null
              ? themeSettingsMessages.none
              : isOffered
                ? themeSettingsMessages.by(settings.semver)
                : themeSettingsMessages.fixed}
          </p>
          <div className={styles.inputs}>
            {Object.entries(fields).map(([slot, field]) => (
              <FieldInput
                key={slot}
                id={`setting-${slot}`}
                name={slot}
                field={field}
                value={answer ? answer.values[slot] : saved[slot]}
                error={answer?.errors[slot]}
              />
            ))}
          </div>
          <ContrastList settings={settings} saved={saved} />
        </>
      )}
    </SmallForm>
  )
}

/**
 * Shows the contrast of each color on its background. Follows what is typed; without JavaScript,
 * shows the saved values.
 */
function ContrastList({
  settings,
  saved,
}: {
  settings: ThemeSettings
  saved: Record<string, unknown>
}) {
  const container = useRef<HTMLUListElement>(null)
  const [typed, setTyped] = useState(saved)
  useEffect(() => {
    const form = container.current?.closest('form')
    if (!form) return
    const readForm = () => setTyped(Object.fromEntries(new FormData(form)))
    form.addEventListener('input', readForm)
    return () => form.removeEventListener('input', readForm)
  }, [])
  const { colours } = settings
  const getColor = (index: number) => String(typed[`colour${index}`] ?? '').trim()
  const pairs = colours.flatMap(({ label, on }, index) => {
    const under = colours.findIndex(({ name }) => name === on)
    const colors = [getColor(index), getColor(under)] as const
    if (under < 0 || !colors.every((one) => /^#[0-9a-f]{6}$/i.test(one))) return []
    return [{ label, on: colours[under]?.label ?? '', contrast: calculateContrast(...colors) }]
  })
  return (
    <ul ref={container} className={styles.pairs} aria-label={themeSettingsMessages.contrast}>
      {pairs.map(({ label, on, contrast }) => (
        <li key={label}>
          <Status tone={contrast >= minContrast ? 'good' : 'bad'}>
            <span className={styles.sentence}>
              {/* Rounds down, so that 4.499 isn't shown as 4.5, which it doesn't reach. */}
              {themeSettingsMessages.pair(
                label,
                on,
                (Math.floor(contrast * 100) / 100).toFixed(2),
                contrast >= minContrast,
              )}
            </span>
          </Status>
        </li>
      ))}
    </ul>
  )
}

async function loadThemeSettingsPanel(context: PanelLoadContext): Promise<ThemeSettingsData> {
  const { api, id, signal } = context
  const [theme, settings] = await Promise.all([
    loadPanelRecord(context),
    loadThemeSettings(api, id ?? 0, signal),
  ])
  return { theme, settings }
}

export const themeSettingsPanel = {
  Panel: ThemeSettingsPanel,
  intents: themeSettingsIntents,
  load: loadThemeSettingsPanel,
}
