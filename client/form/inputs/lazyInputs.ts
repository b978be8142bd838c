import type { ComponentProps, ReactNode } from 'react'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { ReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { createLazyPart } from '#client/runtime/lazyPart.ts'
import type { ComboboxProps } from '#client/ui/inputs/comboboxProps.ts'

export type FileUploadProps = {
  name: string
  field: Field
  control: ComponentProps<'input'> & { id: string }
  saved: ReferenceValue | null
}

/** Replaces the plain input of a reference when it gets the focus. */
export const comboboxPart = createLazyPart<{ Combobox: (props: ComboboxProps) => ReactNode }>()

/** Replaces the plain input of a file when the form appears. */
export const fileUploadPart = createLazyPart<{
  FileUpload: (props: FileUploadProps) => ReactNode
}>()
