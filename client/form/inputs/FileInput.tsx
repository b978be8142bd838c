import { useEffect, useState } from 'react'
import { chosenName, clearName, isNotUploaded, isPicked } from '#shared/engine/list/picked.ts'
import type { Picked } from '#shared/engine/list/picked.ts'
import { fileTypes, typesInWords } from '#shared/format/fileTypes.ts'
import { limits } from '#shared/limits.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { describedBy, FieldFrame } from '#client/ui/inputs/Field.tsx'
import { FileBox } from './FileBox.tsx'
import type { InputProps } from './inputProps.ts'
import * as field from '#client/ui/inputs/Field.css.ts'

const say = formMessages

/** An uploaded file, by its id. Without JavaScript it goes with the form, and the console uploads it on the way. */
export function FileInput({ id, name, field: asked, value, error }: InputProps) {
  const [script, setScript] = useState<typeof import('./FileUpload.tsx')>()
  useEffect(() => {
    // Where it cannot be had, the form goes as it does without JavaScript.
    import('./FileUpload.tsx').then(setScript).catch(() => undefined)
  }, [])
  const [saved] = useState(() => keptIn(value))
  const { label, required, accept, maxBytes = limits.fileBytes } = asked
  const types = accept ?? Object.keys(fileTypes)
  const told = say.fileTypes(typesInWords(types), maxBytes / 1_000_000)
  const hint = [asked.hint, told].filter(Boolean).join(' ')
  const control = {
    id,
    type: 'file',
    // The platform converts SubRip, for which browsers know no type.
    accept: types.map((type) => (type === 'text/vtt' ? `${type},.srt` : type)).join(),
    'aria-required': required || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy(id, hint, error),
  } as const
  return (
    <FieldFrame {...{ id, label, error, required, hint }}>
      {script ? (
        <script.FileUpload {...{ name, control, saved }} field={asked} />
      ) : (
        <FileBox {...{ name, field: asked }} file={saved}>
          <input {...control} name={chosenName(name)} className={field.control} />
          {saved && !required && <ClearBox name={name} label={label} />}
        </FileBox>
      )}
    </FieldFrame>
  )
}

const keptIn = (value: unknown): Picked | null => {
  if (isNotUploaded(value)) return value.kept
  return isPicked(value) ? value : null
}

export const ClearBox = ({ name, label }: { name: string; label: string }) => (
  <label className={field.switchRow}>
    <input type="checkbox" name={clearName(name)} value="1" />
    {say.clear(label)}
  </label>
)
