/** Template ids of built-in roles of Entra ID. */
export const DIRECTORY_ROLES: Record<string, string> = {
  "Global Administrator": "62e90394-69f5-4237-9190-012177145e10",
  "User Administrator": "fe930be7-5e62-47db-91af-98c3a49a38b1",
  "Helpdesk Administrator": "729827e3-9c14-49f7-bb1b-9608f156bbb8",
  "Authentication Administrator": "c4e39bd9-1100-46d3-8c65-fb160da0071f",
  "Privileged Authentication Administrator": "7be44c8a-adaf-4e2a-84d6-ab2649e08a13",
  "Privileged Role Administrator": "e8611ab8-c189-46e8-94e1-60213ab1f814",
  "Exchange Administrator": "29232cdf-9323-42fd-ade2-1d097af3e4de",
  "SharePoint Administrator": "f28a1f50-f6e7-4571-818b-6a12f2af6b6c",
  "Application Administrator": "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3",
  "Cloud Application Administrator": "158c047a-c907-4556-b7ef-446551a6b5f7",
  "Conditional Access Administrator": "b1be1c3e-b65d-4f19-8427-f6fa0d97feb9",
  "Security Administrator": "194ae4cb-b126-40b2-bd5b-6091b380977d",
  "Security Reader": "5d6b6bb7-de71-4623-b4af-96380a352509",
  "Global Reader": "f2ef992c-3afb-46b9-b7cf-a126ee74c451",
  "Compliance Administrator": "17315797-102d-40b4-93e0-432062caca18",
  "Guest Inviter": "95e79109-95c0-4d8e-aee3-d01accf2d47b",
  "Hybrid Identity Administrator": "8ac3fc64-6eca-42ea-9e69-59f4c7b60eb2",
  "Intune Administrator": "3a2c62db-5318-420d-8d74-23affee5d9d5",
  "Groups Administrator": "fdd7a751-b60b-444a-984c-02652fe8fa1c",
  "Domain Name Administrator": "8329153b-31d0-4727-b945-745eb3bc5f31",
};

/** Application permissions of Microsoft Graph. */
export const APP_ROLES: Record<string, string> = {
  "Mail.Read": "810c84a8-4a9e-49e6-bf7d-12d183f40d01",
  "Mail.ReadWrite": "e2a3a72e-5f79-4c64-b1b1-878b674786c9",
  "Mail.Send": "b633e1c5-b582-4048-a93e-9f11b44c7e96",
  "Calendars.ReadWrite": "ef54d2bf-783f-4e0f-bca1-3210c0444d99",
  "Directory.ReadWrite.All": "19dbc75e-c2e2-444c-a770-ec69d8559fc7",
  "Directory.Read.All": "7ab1d382-f21e-4acd-a863-ba3e13f7da61",
  "User.Read.All": "df021288-bdef-4463-88db-98f22de89214",
  "User.ReadWrite.All": "741f803b-c850-494e-b5df-cde7c675a1ca",
  "Files.Read.All": "01d4889c-1287-42c6-ac1f-5d1e02578ef6",
  "Sites.Read.All": "332a536c-c7ef-4017-ab91-336970924f0d",
  "Sites.FullControl.All": "a82116e5-55eb-4c41-a434-62fe8a61c773",
  "Group.ReadWrite.All": "62a82d76-70ea-41e2-9197-370581804d09",
  "AuditLog.Read.All": "b0afded3-3588-46d8-8b3d-9842eff778da",
  "Application.ReadWrite.All": "1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9",
  "AppRoleAssignment.ReadWrite.All": "06b708a9-e830-4db3-a914-8e69da51d44f",
  "RoleManagement.ReadWrite.Directory": "9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8",
};

export const AZURE_ROLES: Record<string, string> = {
  Owner: "8e3af657-a8ff-443c-a75c-2fe8c4bcb635",
  Contributor: "b24988ac-6180-42a0-ab88-20f7382dd24c",
  Reader: "acdd72a7-3385-48ef-bd42-f606fba81ae7",
  "User Access Administrator": "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9",
  "Storage Blob Data Owner": "b7e6dc6d-f1e8-4753-8033-0f276bb0955b",
  "Storage Blob Data Reader": "2a2b9908-6ea1-4ae2-8e65-a410df84e7d1",
  "Key Vault Secrets User": "4633458b-17de-408a-b874-0445c86b69e6",
  "Virtual Machine Contributor": "9980e02c-c2be-4d73-94e8-173b1dc7cf3c",
};
