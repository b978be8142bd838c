import { toMidSentenceLabel } from '#shared/format/labels.ts'

export const uploadMessages = {
  files: 'files',
  choose: 'Select file',
  replace: 'Replace',
  another: 'Select another file',
  remove: 'Remove',
  removeOf: (field: string) => `Remove ${toMidSentenceLabel(field)}`,
  cancel: 'Cancel',
  cancelOf: (field: string) => `Cancel upload of ${toMidSentenceLabel(field)}`,
  drop: 'or drop or paste a file here',
  uploading: (file: string) => `Uploading ${file}`,
  uploaded: (file: string) => `Uploaded ${file}`,
  read: (facts: string) => `Found in the file: ${facts}.`,
  converted: (from: string, file: string) => `Converted ${from} to WebVTT and uploaded ${file}`,
  removed: 'File removed',
  wait: (field: string) =>
    `${field}: the file is still uploading. Wait a moment, or cancel the upload.`,
  cutOff: (field: string) => `${field}: the connection was lost. Select the file again.`,
  one: (field: string) => `${field}: select only one file.`,
} as const
