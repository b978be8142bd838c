export const importFieldMessages = {
  file: 'File',
  createAndUpdate: 'Create and update',
  onlyCreate: 'Create only',
  onlyUpdate: 'Update only',
} as const
