export const importFieldMessages = {
  file: 'File',
  createAndUpdate: 'Create and update',
  onlyCreate: 'Only create new',
  onlyUpdate: 'Only update existing',
} as const
