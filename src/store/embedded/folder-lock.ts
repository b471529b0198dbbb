/** An exclusive lock on the data folder, which ends with the process, however that ends. */
export interface FolderLock {
  release(): Promise<void>;
}
