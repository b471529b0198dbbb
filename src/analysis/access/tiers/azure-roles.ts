/**
 * The built-in Azure roles: id, tier at the scope of a subscription or above, `p` if Microsoft marks the role as privileged,
 * class, name.
 *
 * Ids, names and the privileged flag: Microsoft's definitions as republished in Cloud-Architekt/AzurePrivilegedIAM at commit
 * f14538fd (MIT license). Tiers and classes: capability rules of this project, written with the tier lists of
 * emiliensocchi/azure-tiering and SpecterOps/BloodHound in view. As of 2026-08-21.
 */
export const AZURE_ROLES = `
d715fb95-a0f0-4f1c-8be6-5ad2d2767f67 2 p cloud_service_write AVS Orchestrator Role
49fc33c1-886f-4b21-a00e-1d9993234734 2 p cloud_service_write AVS on Fleet VIS Role
76cc9ee4-d5d3-4a45-a930-26add3d73475 2 p cloud_service_write Access Review Operator Service Role
7f951dda-4ed3-4680-a7ca-43fe172d538d 2 - cloud_read AcrPull
8311e382-0749-4cb8-b61a-304f252e45ec 2 - cloud_service_write AcrPush
5ae67dd6-50cb-40e7-96ff-dc2bfa4b606b 1 - cloud_data_write App Configuration Data Owner
516239f1-63e1-4d78-a4de-a74fb236a071 1 - cloud_data_read App Configuration Data Reader
f353d9bd-d4a6-484e-a77a-8050b599b867 0 p cloud_compute_exec Automation Contributor
4fe576fe-1146-4730-92eb-48519fa6bf9f 2 p cloud_service_write Automation Job Operator
d3881f73-407a-4167-8283-e981cbba0404 2 p cloud_service_write Automation Operator
4f8fab4f-1852-4a58-a46a-8eaf358af14a 0 p cloud_compute_exec Avere Contributor
b78c5d69-af96-48a3-bf8d-a8b4d589de94 1 - secrets_access Azure AI Administrator
64702f94-c441-49e6-a78b-ef80e0188fee 1 - cloud_data_write Azure AI Developer
aabbc5dd-1af0-458b-a942-81af88f9c138 0 p cloud_compute_exec Azure Center for SAP solutions service role
f5819b54-e033-4d82-ac66-4fec3cbf3f4c 0 p cloud_compute_exec Azure Connected Machine Resource Manager
95dd08a6-00bd-4661-84bf-f6726f83a4d0 0 p cloud_access_admin Azure Container Storage Contributor
95de85bd-744d-4664-9dde-11430bc34793 0 p cloud_access_admin Azure Container Storage Owner
f526a384-b230-433a-b45c-95f59c4a2dec 1 - cloud_data_write Azure Event Hubs Data Owner
a638d3c7-ab3a-418d-83e6-5f17a39d4fde 2 - cloud_data_read Azure Event Hubs Data Receiver
2b629674-e913-4c01-ae53-ef4638d8f975 1 - cloud_data_write Azure Event Hubs Data Sender
92b92042-07d9-4307-87f7-36a593fc5850 0 p cloud_access_admin Azure File Sync Administrator
7b7c71ed-33fa-4ed2-a91a-e56d5da260b5 0 p cloud_access_admin Azure IoT Operations Onboarding
20cf746c-c765-402a-885e-c389c64478ce 1 p secrets_access Azure Kubernetes Fleet Manager ABAC Custom Resources Reader
ff8eb232-5069-437e-94e5-31112ef30539 1 p secrets_access Azure Kubernetes Fleet Manager ABAC Custom Resources Writer
63bb64ad-9799-4770-b5c3-24ed299a07bf 2 p cloud_service_write Azure Kubernetes Fleet Manager Contributor Role
850c5848-fc51-4a9a-8823-f220370626e3 1 p secrets_access Azure Kubernetes Fleet Manager Hub Cluster User Role
434fb43a-c01c-447e-9f67-c3ad923cfaba 0 p cloud_compute_exec Azure Kubernetes Fleet Manager RBAC Admin
d1f699ed-700a-4c77-a22f-29890ac7b115 1 p cloud_data_write Azure Kubernetes Fleet Manager RBAC Admin for Member Clusters
18ab4d3d-a1bf-4477-8ad9-8359bc988f69 0 p cloud_compute_exec Azure Kubernetes Fleet Manager RBAC Cluster Admin
79a36d98-eb96-4a76-ae1d-481dc98d2c23 1 p cloud_data_write Azure Kubernetes Fleet Manager RBAC Cluster Admin for Member Clusters
bd80684d-2f5f-4130-892a-0955546282de 1 p secrets_access Azure Kubernetes Fleet Manager RBAC Cluster Reader
1dc4cd5a-de51-4ee4-bc8e-b40e9c17e320 1 p secrets_access Azure Kubernetes Fleet Manager RBAC Cluster Writer
30b27cfc-9c84-438e-b0ce-70e35255df80 1 p secrets_access Azure Kubernetes Fleet Manager RBAC Reader
5af6afb3-c06c-4fa4-8848-71a8aee05683 1 p secrets_access Azure Kubernetes Fleet Manager RBAC Writer
50346970-0998-40f2-b47d-f3b8809840f8 1 p cloud_data_write Azure Kubernetes Fleet Manager RBAC Writer for Member Clusters
0ab0b1a8-8aac-4efd-b8c2-3ee1fb270be8 0 p cloud_compute_exec Azure Kubernetes Service Cluster Admin Role
1afdec4b-e479-420e-99e7-f82237c7c5e6 2 p cloud_service_write Azure Kubernetes Service Cluster Monitoring User
4abbcc35-e782-43d8-92c5-2d3f1bd2253f 0 p cloud_compute_exec Azure Kubernetes Service Cluster User Role
ed7f3fbd-7b88-4dd4-9017-9adb7ce333f8 0 p cloud_compute_exec Azure Kubernetes Service Contributor Role
289d8817-ee69-43f1-a0af-43a45505b488 2 p cloud_service_write Azure Kubernetes Service Namespace Contributor
c9f76ca8-b262-4b10-8ed2-09cf0948aa35 2 p cloud_service_write Azure Kubernetes Service Namespace User
3498e952-d568-435e-9b2c-8d77e338d7f7 0 p cloud_compute_exec Azure Kubernetes Service RBAC Admin
b1ff04bb-8a4e-4dc4-8eb5-8693973ce19b 0 p cloud_compute_exec Azure Kubernetes Service RBAC Cluster Admin
a7ffa36f-339b-4b5c-8bdf-e2c188b2c0eb 0 p cloud_compute_exec Azure Kubernetes Service RBAC Writer
1cfa4eac-9a23-481c-a793-bfb6958e836c 0 p cloud_access_admin Azure Local Migrate Execute Expert
fd8ea4d5-6509-4db0-bada-356ab233b4fb 0 p cloud_access_admin Azure Local Migrate Owner
7859c0b0-0bb9-4994-bd12-cd529af7d646 1 p secrets_access Azure Migrate Decide and Plan Expert
1cfa4eac-9a23-481c-a793-bfb6958e836b 0 p cloud_access_admin Azure Migrate Execute Expert
fd8ea4d5-6509-4db0-bada-356ab233b4fa 0 p cloud_access_admin Azure Migrate Owner
ef318e2a-8334-4a05-9e4a-295a196c6a6e 0 p cloud_identity_assume Azure Red Hat OpenShift Federated Credential
0358943c-7e01-48ba-8889-02cc51d78637 0 p cloud_identity_assume Azure Red Hat OpenShift Machine API Operator
c914561b-1575-4601-af9c-a1356bf59818 0 p cloud_access_admin Azure Resilience Management Drills Administrator
5a2ec2f1-2375-4950-9906-59ec1d979249 0 p cloud_access_admin Azure Resilience Management Drills Assets Administrator
344b740c-5e7c-4d32-89b2-ee3b51cb89bc 0 p cloud_compute_exec Azure Resilience Management Drills Assets Contributor
e4c7f620-39b8-4688-bba2-70dd82ef367b 0 p cloud_access_admin Azure Resilience Management Drills Target Resource Administrator
a2b7cc47-30ec-462f-a2f4-9ac6e1c266af 0 p cloud_access_admin Azure Resilience Management Goals Administrator
481d9636-d9f0-468b-b93d-6056318e6f36 0 p cloud_access_admin Azure Resilience Management Recovery Administrator
090c5cfd-751d-490a-894a-3ce6f1109419 1 - cloud_data_write Azure Service Bus Data Owner
4f6d3b9b-027b-4f4c-9142-0e5a2a2247e0 2 - cloud_data_read Azure Service Bus Data Receiver
69a216fc-b8fb-44d8-bc22-1f3c2cd27a39 1 - cloud_data_write Azure Service Bus Data Sender
5a382001-fe36-41ff-bba4-8bf06bd54da9 0 p cloud_access_admin Azure Sphere Owner
bda0d508-adf1-4af0-9c28-88919fc3ae06 0 p cloud_access_admin Azure Stack HCI Administrator
5e467623-bb1f-42f4-a55d-6e525e11384b 2 - cloud_service_write Backup Contributor
fa23ad8b-c56e-40d8-ac0c-ce449e1d2c64 2 - cloud_read Billing Reader
437d2ced-4a38-4302-8479-ed2bcb43d090 2 p cloud_service_write Blueprint Operator
25fbc0a9-bd7c-42a3-aa1a-3b75d497ee68 2 - cloud_service_write Cognitive Services Contributor
a001fd3d-188f-4b5d-821b-7da978bf7442 1 - cloud_data_write Cognitive Services OpenAI Contributor
5e0bd9bd-7b93-4f28-af87-19fc36ad61bd 1 - cloud_data_write Cognitive Services OpenAI User
a97b65f3-24c7-4388-baec-2e87135dc908 1 - secrets_access Cognitive Services User
f3bd1b5c-91fa-40e7-afe7-0c11d331232c 0 p cloud_compute_exec Container Apps Operator
b24988ac-6180-42a0-ab88-20f7382dd24c 0 p cloud_owner_no_grant Contributor
72fafb9e-0641-4937-9268-a91bfd8191a3 2 - cloud_read Cost Management Reader
befefa01-2a29-4197-83a8-272ff33ce314 2 - cloud_service_write DNS Zone Contributor
673868aa-7521-48a0-acc6-0f60742d39f5 2 - cloud_service_write Data Factory Contributor
8480c0f0-4509-4229-9339-7c10018cb8c4 0 p cloud_access_admin Defender CSPM Storage Scanner Operator
d9468a2b-1820-47e1-a40e-d2b7fba1879a 0 p cloud_compute_exec Defender SQL Servers On Machines
78b19ac9-582c-44d8-9e11-733ae424ad83 0 p cloud_compute_exec Defender Servers P1
1dc24dd8-b00e-4344-837c-58b193cd23c7 0 p cloud_compute_exec Defender Servers P2
0f641de8-0b88-4198-bdef-bd8b45ceba96 0 p cloud_access_admin Defender for Storage Scanner Operator
082f0a83-3be5-4ba1-904c-961cca79b387 0 - cloud_compute_exec Desktop Virtualization Contributor
a959dbd1-f747-45e3-8ba6-dd80f235f97c 0 p cloud_compute_exec Desktop Virtualization Virtual Machine Contributor
4c6569b6-f23e-4295-9b90-bd4cc4ff3292 0 p cloud_access_admin DevCenter Owner
7efff54f-a5b4-42b5-a1c5-5411624893ce 1 - secrets_access Disk Snapshot Contributor
e47c6f54-e4a2-4754-9501-8e0985b135e1 0 p cloud_access_admin Foundry Account Owner
c883944f-8b7b-4483-af10-35834be79c4a 0 p cloud_access_admin Foundry Owner
eadc314b-1a2d-4efa-be10-5d325db5065e 0 p cloud_access_admin Foundry Project Manager
088ab73d-1256-47ae-bea9-9de8e7131f31 2 p cloud_service_write Guest Configuration Resource Contributor
00482a5a-887f-4fb3-b363-3b7fe8e74483 1 - secrets_access Key Vault Administrator
f25e0fa2-a7c8-4377-a976-54943a77a395 1 - secrets_access Key Vault Contributor
8b54135c-b56d-4d72-a534-26097cfdc8d8 0 p cloud_access_admin Key Vault Data Access Administrator
b86a8fe4-44ce-4948-aee5-eccb2c155cd7 1 - secrets_access Key Vault Secrets Officer
4633458b-17de-408a-b874-0445c86b69e6 1 - secrets_access Key Vault Secrets User
28bf596f-4eb7-45ce-b5bc-6cf482fec137 2 p cloud_service_write Locks Contributor
92aaf0da-9dab-42b6-94a3-d43ce8d16293 0 - cloud_compute_exec Log Analytics Contributor
73c42c96-874c-492b-b04d-ab87d138a893 2 - cloud_service_write Log Analytics Reader
87a39d53-fc1b-424a-814c-f7e04687dc9e 0 p cloud_compute_exec Logic App Contributor
ad710c24-b039-4e85-a019-deb4a06e8570 0 p cloud_compute_exec Logic Apps Standard Contributor
b70c96e9-66fe-4c09-b6e7-c98e69c98555 0 p cloud_compute_exec Logic Apps Standard Operator
e40ec5ca-96e0-45a2-b4ff-59039f2c2b59 0 p cloud_identity_assume Managed Identity Contributor
7e559ce2-48d7-4b27-9128-fa1b247f1308 0 p cloud_identity_assume Managed Identity Federated Identity Credential Contributor
f1a07417-d97a-45cb-824c-7a7467783830 0 p cloud_identity_assume Managed Identity Operator
5d58bcaf-24a5-4b20-bdb6-eed9f69fbe4c 2 - cloud_service_write Management Group Contributor
ac63b705-f282-497d-ac71-919bf39d939d 2 - cloud_read Management Group Reader
7a2b6e6c-472e-4b39-8878-a26eb63d75c6 0 p cloud_access_admin Microsoft Discovery Platform Administrator (Preview)
ab8e14d6-4a74-4a29-9ba8-549422addade 2 - cloud_service_write Microsoft Sentinel Contributor
8d289c81-5878-46d4-8554-54e1e3d8b5cb 2 - cloud_service_write Microsoft Sentinel Reader
3e150937-b8fe-4cfb-8069-0eaf05ecd056 2 - cloud_service_write Microsoft Sentinel Responder
749f88d5-cbae-40b8-bcfc-e573ddc772fa 2 - cloud_service_write Monitoring Contributor
3913510d-42f4-4e42-8a64-420c390055eb 1 - cloud_data_write Monitoring Metrics Publisher
43d0d8ad-25c7-4714-9337-8ba259a9fe05 2 - cloud_service_write Monitoring Reader
4d97b98b-1d4f-4787-a291-c67834d212e7 2 - cloud_service_write Network Contributor
8e3af657-a8ff-443c-a75c-2fe8c4bcb635 0 p cloud_access_admin Owner
285ce6d6-fa11-43bd-94ef-42a9b3740bfd 2 p cloud_service_write Policy Enrollments Contributor
b12aa53e-6015-4669-85d0-8515ebb3ae7f 2 - cloud_service_write Private DNS Zone Contributor
acdd72a7-3385-48ef-bd42-f606fba81ae7 2 - cloud_read Reader
c12c1c16-33a1-487b-954d-41c89c60f349 1 - secrets_access Reader and Data Access
36243c78-bf99-498c-9df9-86d9f8d28608 0 p cloud_access_admin Resource Policy Contributor
f58310d9-a9f6-439a-9e8d-f62e7b41a168 0 p cloud_access_admin Role Based Access Control Administrator
9b7fa17d-e63e-47b0-bb0a-15c516ac86ec 2 - cloud_service_write SQL DB Contributor
056cd41c-7e88-42e1-933e-88ba6a50c9c3 2 - cloud_service_write SQL Security Manager
6d8ee4ec-f05a-4a1d-8b00-a9b17e38b437 2 - cloud_service_write SQL Server Contributor
fb1c8493-542b-48eb-b624-b4c8fea62acd 0 p cloud_access_admin Security Admin
39bc4728-0917-49c7-9d2c-d95423bc2eb4 2 - cloud_service_write Security Reader
e5e2a7ff-d759-4cd2-bb51-3152d37e2eb1 2 p cloud_service_write Storage Account Backup Contributor
17d1049b-9a84-46fb-8f53-869881c3d3ab 1 - secrets_access Storage Account Contributor
81a9662b-bebf-436f-a333-f67b29880f12 1 - secrets_access Storage Account Key Operator Service Role
77789c21-1643-48a2-8f27-47f858540b51 0 p cloud_access_admin Storage Actions Task Assignment Contributor
ba92f5b4-2d11-453d-a403-e96b0029c9fe 1 - cloud_data_write Storage Blob Data Contributor
b7e6dc6d-f1e8-4753-8033-0f276bb0955b 1 - cloud_data_write Storage Blob Data Owner
2a2b9908-6ea1-4ae2-8e65-a410df84e7d1 1 - cloud_data_read Storage Blob Data Reader
c8a487a2-c85b-4487-83a1-9f04cde10293 1 p cloud_data_read Storage File Backup Contributor
cfd33db0-3dd1-45e3-aa9d-cdbdf3b6f24e 2 - cloud_read Support Request Contributor
4a9ae827-6dc8-4573-8ac7-8239d42aa03f 2 - cloud_service_write Tag Contributor
18d7d88d-d35e-4fb5-a5c3-7773c20a72d9 0 p cloud_access_admin User Access Administrator
dfce8971-25e3-42e3-ba33-6055438e3080 0 p cloud_compute_exec VM Restore Operator
1c0163c0-47e6-4577-8991-ea5c82e286e4 0 p cloud_compute_exec Virtual Machine Administrator Login
9980e02c-c2be-4d73-94e8-173b1dc7cf3c 0 p cloud_compute_exec Virtual Machine Contributor
66f75aeb-eabe-4b70-9f1e-c350c4c9ad04 0 p cloud_access_admin Virtual Machine Data Access Administrator (preview)
fb879df8-f326-4884-b1cf-06f3ad86be52 0 p cloud_compute_exec Virtual Machine User Login
de139f84-1756-47ae-9be6-808fbbe84772 0 p cloud_compute_exec Website Contributor
`;
