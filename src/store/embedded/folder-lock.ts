/** Proof that this process alone may open the data folder; it ends with the process, however that ends. */
export interface FolderLock {
  release(): Promise<void>;
}
