import { useEffect, useState } from 'react'
import {
  getFileInputName,
  getClearInputName,
  isNotUploaded,
  isReferenceValue,
} from '#shared/engine/list/referenceValues.ts'
import type { ReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { fileTypes, formatFileTypes } from '#shared/format/fileTypes.ts'
import { limits } from '#shared/limits.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { getDescriptionId, FieldFrame } from '#client/ui/inputs/Field.tsx'
import { FileBox } from './FileBox.tsx'
import { fileUploadPart } from './lazyInputs.ts'
import type { InputProps } from './inputProps.ts'
import * as field from '#client/ui/inputs/Field.css.ts'

/**
 * Renders the input for an uploaded file, submitted as its ID. Without JavaScript the file goes
 * with the form, and the console uploads it on the way.
 */
export function FileInput({ id, name, field: fieldDefinition, value, error }: InputProps) {
  const [part, setPart] = useState<ReturnType<typeof fileUploadPart.get>>()
  useEffect(() => {
    // If the script doesn't load, the form works as it does without JavaScript.
    fileUploadPart.load().then(setPart, () => undefined)
  }, [])
  const [saved] = useState(() => getStoredFile(value))
  const { label, required, accept, maxBytes = limits.fileBytes } = fieldDefinition
  const types = accept ?? Object.keys(fileTypes)
  const limitsHint = formMessages.fileTypes(formatFileTypes(types), maxBytes / 1_000_000)
  const hint = [fieldDefinition.hint, limitsHint].filter(Boolean).join(' ')
  const control = {
    id,
    type: 'file',
    // The platform converts SubRip, for which browsers know no type.
    accept: types.map((type) => (type === 'text/vtt' ? `${type},.srt` : type)).join(),
    'aria-required': required || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': getDescriptionId(id, hint, error),
  } as const
  return (
    <FieldFrame {...{ id, label, error, required, hint }}>
      {part ? (
        <part.FileUpload {...{ name, control, saved }} field={fieldDefinition} />
      ) : (
        <FileBox {...{ name, field: fieldDefinition }} file={saved}>
          <input {...control} name={getFileInputName(name)} className={field.control} />
          {saved && !required && <ClearCheckbox name={name} label={label} />}
        </FileBox>
      )}
    </FieldFrame>
  )
}

const getStoredFile = (value: unknown): ReferenceValue | null => {
  if (isNotUploaded(value)) return value.kept
  return isReferenceValue(value) ? value : null
}

export const ClearCheckbox = ({ name, label }: { name: string; label: string }) => (
  <label className={field.switchRow}>
    <input type="checkbox" name={getClearInputName(name)} value="1" />
    {formMessages.clear(label)}
  </label>
)
