export const uploadWords = {
  files: 'files',
  choose: 'Choose a file',
  replace: 'Replace',
  another: 'Choose another one',
  remove: 'Remove',
  removeOf: (field: string) => `Remove ${field}`,
  cancel: 'Cancel',
  cancelOf: (field: string) => `Cancel the upload of ${field}`,
  drop: 'or drop or paste it here',
  uploading: (file: string) => `Uploading ${file}`,
  uploaded: (file: string) => `${file} is uploaded.`,
  converted: (from: string, file: string) =>
    `${from} was converted to WebVTT: ${file} is uploaded.`,
  removed: 'The file is taken away.',
  wait: (field: string) => `${field}: The file is still on its way. Wait a moment, or cancel it.`,
  cutOff: (field: string) => `${field}: The connection was lost. Choose the file once more.`,
  one: (field: string) => `${field}: Choose one file, not several.`,
} as const
